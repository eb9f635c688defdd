import { createContext, type InputHTMLAttributes, use } from 'react'

/** The text that is shown, and what takes it once a task in it was ticked. */
export const TickedText = createContext<{ text: string; onText: ((text: string) => void) | undefined }>({ text: '', onText: undefined })

/** As much of a tree of HTML as is looked at here. */
type Node = {
  type: string
  value?: string
  tagName?: string
  properties?: Record<string, unknown>
  children?: Node[]
  position?: { start: { offset?: number } }
}

const begun = /^(?:[-*+]|\d+[.)])[ \t]+\[([ xX])\]/

/** Tells the box of each task where its mark stands in the text, and what the task is: the boxes themselves have no place there. */
export const placedTasks = (text: string) => () => (tree: Node) => walk(tree, text)

function walk(node: Node, text: string): void {
  for (const child of node.children ?? []) walk(child, text)
  if (node.tagName !== 'li') return
  const from = node.position?.start.offset ?? 0
  const [found = ''] = begun.exec(text.slice(from, from + 32)) ?? []
  const box = boxIn(node)
  if (found !== '' && box) box.properties = { ...box.properties, dataAt: from + found.length - 2, ariaLabel: wordsIn(node).trim() }
}

/** Of the item itself: lists within it have their own. */
const boxIn = ({ children = [] }: Node): Node | undefined =>
  children.flatMap((child) => (child.tagName === 'p' ? (child.children ?? []) : [child])).find((child) => child.tagName === 'input')

const wordsIn = ({ value = '', children = [] }: Node): string =>
  value + children.map((child) => (child.tagName === 'ul' || child.tagName === 'ol' ? '' : wordsIn(child))).join('')

type BoxProps = InputHTMLAttributes<HTMLInputElement> & { node?: { properties?: Record<string, unknown> } }

/** The box of a task: a click ticks it in the text, where who reads may write it. */
export function TaskBox({ node, checked = false, 'aria-label': label }: BoxProps) {
  const { text, onText } = use(TickedText)
  const at = node?.properties?.dataAt
  const isFixed = onText === undefined || typeof at !== 'number'
  const tick = () => typeof at === 'number' && onText?.(`${text.slice(0, at)}${checked ? ' ' : 'x'}${text.slice(at + 1)}`)
  return (
    <input type="checkbox" aria-label={label} checked={checked} disabled={isFixed} onChange={tick} className="task-box accent-accent" />
  )
}
