import { type Known, type Piece, piecesOf } from './mentions.ts'

/** As much of a tree of HTML as is looked at here. */
type Node = { type: string; value?: string; tagName?: string; properties?: Record<string, unknown>; children?: Node[] }

/** What is code is said as it stands, and a link leads where its author says. */
const leftAlone = new Set(['code', 'pre', 'a'])

/** Marks mentions and keys of cards in a rendered text, after it was made safe: they become elements that only we can have written. */
export function references(known: Known) {
  const walk = (node: Node): void => {
    if (!node.children || leftAlone.has(node.tagName ?? '')) return
    // What is put in here is not looked at again: it holds the mention that it stands for.
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
