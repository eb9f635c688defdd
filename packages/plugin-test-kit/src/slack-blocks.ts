/**
 * Slack's limits of blocks, as far as the plugin uses them.
 *   https://docs.slack.dev/reference/block-kit/blocks (section: 3,000 characters; actions: 25 elements; context: 10 elements; 50 blocks)
 *   https://docs.slack.dev/reference/block-kit/block-elements/button-element (text 75, value 2,000, action_id 255 and its own in a block)
 */
type Text = { type: string; text: string; verbatim?: boolean }
type Element = { type: string; text?: Text; action_id?: string; value?: string }
export type DoubleBlock = { type: string; block_id?: string; text?: Text; elements?: Element[] }

/** Null if they are valid. */
export function blockProblem(blocks: readonly DoubleBlock[]): string | null {
  if (blocks.length > 50) return 'no more than 50 items allowed [json-pointer:/blocks]'
  const problems = blocks.flatMap((block, at) => {
    const problem = rules[block.type]?.(block) ?? (rules[block.type] ? null : 'unsupported type')
    return problem === null ? [] : [`${problem} [json-pointer:/blocks/${at}]`]
  })
  return problems[0] ?? null
}

const isText = (text: Text | undefined, types: readonly string[], most: number): boolean =>
  text !== undefined && types.includes(text.type) && text.text.length > 0 && text.text.length <= most

const rules: Readonly<Record<string, (block: DoubleBlock) => string | null>> = {
  section: ({ text }) => (isText(text, ['mrkdwn', 'plain_text'], 3_000) ? null : 'must be less than 3001 characters and not empty'),
  context({ elements = [] }) {
    if (elements.length === 0 || elements.length > 10) return 'must have 1 to 10 elements'
    return elements.every(({ type, ...text }) => isText({ type, ...text } as unknown as Text, ['mrkdwn', 'plain_text'], 3_000))
      ? null
      : 'invalid element'
  },
  actions({ elements = [], block_id: id = '' }) {
    if (elements.length === 0 || elements.length > 25 || id.length > 255) return 'must have 1 to 25 elements'
    const ids = elements.map(({ action_id: action }) => action)
    if (new Set(ids).size < ids.length) return '`action_id` must be unique'
    const isGood = (one: Element) => one.type === 'button' && isText(one.text, ['plain_text'], 75) && (one.value?.length ?? 0) <= 2_000
    return elements.every(isGood) ? null : 'invalid button'
  },
}
