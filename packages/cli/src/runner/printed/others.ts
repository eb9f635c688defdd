import { added, callLine, type Fields, fields, jsonReader, linesOf, noneUsed, number, type Reader, text, type Used } from './reader.ts'

/** `codex exec --json`. Cached tokens are part of its input tokens; it prints no costs. */
export const readCodex = (): Reader =>
  jsonReader((event, sum) => {
    const item = fields(event.item)
    if (event.type === 'turn.completed') {
      const { input_tokens, output_tokens } = fields(event.usage)
      sum.used = added(sum.used, { inputTokens: number(input_tokens), outputTokens: number(output_tokens), costUsd: 0 })
    }
    if (event.type === 'turn.failed' || event.type === 'error') return linesOf(fields(event.error).message ?? event.message)
    if (event.type === 'item.started') return item.type === 'command_execution' ? callLine('$', item) : []
    if (event.type !== 'item.completed') return []
    if (item.type === 'mcp_tool_call') return callLine(item.tool, item.arguments)
    if (item.type !== 'agent_message') return []
    sum.answer = text(item.text) || sum.answer
    return linesOf(item.text)
  })

/** `gemini --output-format stream-json`. Messages come in pieces; the sums come with the result. */
export function readGemini(): Reader {
  let piece = ''
  let said = ''
  const rest = (): string[] => {
    const lines = linesOf(piece)
    piece = ''
    return lines
  }
  return jsonReader((event, sum) => {
    if (event.type === 'message') {
      if (event.role !== 'assistant') return []
      const lines = `${piece}${text(event.content)}`.split('\n')
      said += text(event.content)
      piece = lines.pop() ?? ''
      return lines.filter(Boolean)
    }
    if (event.type === 'tool_use') {
      said = ''
      return [...rest(), ...callLine(event.tool_name, event.parameters)]
    }
    if (event.type === 'error') return [...rest(), ...linesOf(event.message)]
    if (event.type !== 'result') return rest()
    const { input_tokens, output_tokens } = fields(event.stats)
    sum.used = { inputTokens: number(input_tokens), outputTokens: number(output_tokens), costUsd: 0 }
    sum.answer = said.trim() || null
    return [...rest(), ...linesOf(fields(event.error).message)]
  })
}

/** `opencode run --format json`. */
export const readOpenCode = (): Reader =>
  jsonReader((event, sum) => {
    const part = fields(event.part)
    if (event.type === 'step_finish') sum.used = added(sum.used, stepOf(part))
    if (event.type === 'tool_use') return callLine(part.tool, fields(part.state).input)
    if (event.type === 'error') return linesOf(fields(fields(event.error).data).message ?? fields(event.error).name)
    if (event.type !== 'text') return []
    sum.answer = text(part.text) || sum.answer
    return linesOf(part.text)
  })

function stepOf({ tokens, cost }: Fields): Used {
  const { input, output, reasoning, cache } = fields(tokens)
  const { read, write } = fields(cache)
  return {
    inputTokens: number(input) + number(read) + number(write),
    outputTokens: number(output) + number(reasoning),
    costUsd: number(cost),
  }
}

const aiderTokens = /^Tokens: (.*?)\.(?:\s|$)/
const aiderCost = /\$([\d.]+) session/

/** aider prints text: `Tokens: 4.2k sent, 312 received. Cost: $0.02 message, $0.05 session.` */
export function readAider(): Reader {
  let used = noneUsed
  return {
    read(line) {
      const [, tokens] = aiderTokens.exec(line) ?? []
      if (tokens !== undefined)
        used = { ...added(used, sentAndReceived(tokens)), costUsd: Number(aiderCost.exec(line)?.[1] ?? used.costUsd) }
      return [line]
    },
    get used() {
      return used
    },
    answer: null,
  }
}

function sentAndReceived(tokens: string): Used {
  const sum = { ...noneUsed }
  for (const [, value, thousands, what] of tokens.matchAll(/([\d.,]+)(k?) (sent|cache write|cache hit|received)/g)) {
    const count = Math.round(Number(value?.replaceAll(',', '')) * (thousands ? 1_000 : 1))
    if (what === 'received') sum.outputTokens += count
    else sum.inputTokens += count
  }
  return sum
}
