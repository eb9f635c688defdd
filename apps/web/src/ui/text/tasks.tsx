import { createContext, type InputHTMLAttributes, use } from 'react'

/** The displayed text, and the function called with it after a task was checked. */
export const TickedText = createContext<{ text: string; onText: ((text: string) => void) | undefined }>({ text: '', onText: undefined })

/** The part of an HTML tree that is needed here. */
type Node = {
  type: string
  value?: string
  tagName?: string
  properties?: Record<string, unknown>
  children?: Node[]
  position?: { start: { offset?: number } }
}

const begun = /^(?:[-*+]|\d+[.)])[ \t]+\[([ xX])\]/

/**
 * Adds to the checkbox of each task the position of its mark in the text, and the task's text: the checkboxes themselves have no position.
 */
export const placedTasks = (text: string) => () => (tree: Node) => walk(tree, text)

function walk(node: Node, text: string): void {
  for (const child of node.children ?? []) walk(child, text)
  if (node.tagName !== 'li') return
  const from = node.position?.start.offset ?? 0
  const [found = ''] = begun.exec(text.slice(from, from + 32)) ?? []
  const box = boxIn(node)
  if (found !== '' && box) box.properties = { ...box.properties, dataAt: from + found.length - 2, ariaLabel: wordsIn(node).trim() }
}

/** The checkbox of the item itself: nested lists have their own. */
const boxIn = ({ children = [] }: Node): Node | undefined =>
  children.flatMap((child) => (child.tagName === 'p' ? (child.children ?? []) : [child])).find((child) => child.tagName === 'input')

const wordsIn = ({ value = '', children = [] }: Node): string =>
  value + children.map((child) => (child.tagName === 'ul' || child.tagName === 'ol' ? '' : wordsIn(child))).join('')

type BoxProps = InputHTMLAttributes<HTMLInputElement> & { node?: { properties?: Record<string, unknown> } }

/** The checkbox of a task: a click checks it in the text, if the reader may write it. */
export function TaskBox({ node, checked = false, 'aria-label': label }: BoxProps) {
  const { text, onText } = use(TickedText)
  const at = node?.properties?.dataAt
  const isFixed = onText === undefined || typeof at !== 'number'
  const tick = () => typeof at === 'number' && onText?.(`${text.slice(0, at)}${checked ? ' ' : 'x'}${text.slice(at + 1)}`)
  return (
    <input type="checkbox" aria-label={label} checked={checked} disabled={isFixed} onChange={tick} className="task-box accent-accent" />
  )
}
