import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { boardsQuery } from '../../../api/queries.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { Markdown, type MarkdownExtras } from '../../../ui/text/markdown.tsx'
import { useOpenCard } from '../card-context.ts'
import { CardLink } from '../card-link.tsx'
import { Picture } from '../files/picture.tsx'
import { LinkPreview } from './link-preview.tsx'
import { type Known, type Piece, piecesOf } from './mentions.ts'

type Props = { text: string; onText?: ((text: string) => void) | undefined }

/** A text on a card, rendered with its mentions, card keys and attached images. */
export function RichText({ text, onText }: Props) {
  const { board } = useOpenCard()
  const boards = useQuery(boardsQuery).data
  const extras = useMemo<MarkdownExtras>(() => {
    const handles = new Set(board.members.map((member) => member.handle))
    const prefixes = new Set(boards?.map((one) => one.keyPrefix))
    return { plugin: references({ handles, prefixes }), components }
  }, [board.members, boards])
  return <Markdown text={text} extras={extras} onText={onText} />
}

const components: MarkdownExtras['components'] = {
  p({ node, children }) {
    const address = node && addressAlone(node)
    return (
      <>
        <p>{children}</p>
        {address && <LinkPreview url={address} />}
      </>
    )
  },
  span({ node, children }) {
    const { dataMention: handle, dataKey: key } = node?.properties ?? {}
    if (typeof handle === 'string') return <Mention handle={handle} />
    return typeof key === 'string' ? <CardLink cardKey={key} /> : <span>{children}</span>
  },
  img: ({ src, alt = '' }) =>
    typeof src === 'string' ? (
      <Picture url={src} side={1280} name={alt} className="max-h-96 max-w-full rounded-md" otherwise={<a href={src}>{alt}</a>} />
    ) : (
      alt
    ),
}

function Mention({ handle }: { handle: string }) {
  const { board } = useOpenCard()
  const member = board.members.find((one) => one.handle === handle)
  if (!member) return `@${handle}`
  return (
    <span data-tip={`@${handle}`} className="whitespace-nowrap rounded-sm bg-accent-soft px-1 py-px font-medium text-accent-strong">
      <span className="mr-1 inline-flex align-text-bottom" aria-hidden>
        <Avatar face={member} size="xs" />
      </span>
      {member.name}
    </span>
  )
}

/** The part of an HTML tree that is needed here. */
type Node = { type: string; value?: string; tagName?: string; properties?: Record<string, unknown>; children?: Node[] }

/** The address if it is the whole paragraph, unchanged. */
function addressAlone({ children = [] }: Node): string | null {
  const [link, more] = children
  if (more || link?.tagName !== 'a') return null
  const href = link.properties?.href
  const isWritten = typeof href === 'string' && link.children?.length === 1 && link.children[0]?.value === href
  return isWritten && /^https?:/.test(href) && !href.startsWith(`${location.origin}/`) ? href : null
}

/** Code is shown unchanged, and a link keeps the target that its author gave it. */
const leftAlone = new Set(['code', 'pre', 'a'])

/** Marks mentions and card keys in a rendered text, after it was sanitised: they become elements that no author can write. */
function references(known: Known) {
  const walk = (node: Node): void => {
    if (!node.children || leftAlone.has(node.tagName ?? '')) return
    // Children first, so that the inserted nodes are not searched again: a mention contains its own text.
    for (const child of node.children) walk(child)
    node.children = node.children.flatMap((child) => (child.type === 'text' ? piecesOf(child.value ?? '', known).map(nodeOf) : [child]))
  }
  return () => walk
}

function nodeOf(piece: Piece): Node {
  if ('text' in piece) return { type: 'text', value: piece.text }
  const [properties, value] = 'handle' in piece ? [{ dataMention: piece.handle }, `@${piece.handle}`] : [{ dataKey: piece.key }, piece.key]
  return { type: 'element', tagName: 'span', properties, children: [{ type: 'text', value }] }
}
