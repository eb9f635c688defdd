import { Bold, Code, Heading, Italic, Link2, List, ListChecks, ListOrdered, TextQuote } from 'lucide-react'
import { type KeyboardEvent, type ReactElement, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useCapName } from '../kbd.tsx'
import { type KeyedAct, keysOf } from './acts.ts'

const buttons: readonly (readonly [KeyedAct, ReactElement])[] = [
  ['bold', <Bold key="bold" size={15} aria-hidden />],
  ['italic', <Italic key="italic" size={15} aria-hidden />],
  ['heading2', <Heading key="heading" size={15} aria-hidden />],
  ['bullets', <List key="bullets" size={15} aria-hidden />],
  ['numbers', <ListOrdered key="numbers" size={15} aria-hidden />],
  ['tasks', <ListChecks key="tasks" size={15} aria-hidden />],
  ['quote', <TextQuote key="quote" size={15} aria-hidden />],
  ['inlineCode', <Code key="code" size={15} aria-hidden />],
  ['link', <Link2 key="link" size={15} aria-hidden />],
]

/** The formatting toolbar: one tab stop, with the arrow keys moving within it. */
export function Toolbar({ onAct }: { onAct: (name: KeyedAct) => void }) {
  const t = useTranslations('editor')
  const capName = useCapName()
  const [stop, setStop] = useState(0)
  const walk = (event: KeyboardEvent) => {
    const next = steps[event.key]?.(stop)
    if (next === undefined) return
    event.preventDefault()
    const at = (next + buttons.length) % buttons.length
    setStop(at)
    event.currentTarget.querySelectorAll('button')[at]?.focus()
  }
  return (
    <div role="toolbar" tabIndex={-1} aria-label={t('toolbar')} onKeyDown={walk} className="flex border-line border-b px-1 py-0.5">
      {buttons.map(([name, icon], at) => (
        <button
          key={name}
          type="button"
          tabIndex={at === stop ? 0 : -1}
          aria-label={t(name)}
          data-tip={`${t(name)} (${keysOf(name, capName)})`}
          // The text keeps the focus, so that a phone keeps its keyboard.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onAct(name)}
          className="inline-flex h-7 w-8 max-w-11 select-none items-center justify-center rounded-sm text-ink-2 hover:bg-hover hover:text-ink pointer-coarse:h-11 pointer-coarse:flex-1"
        >
          {icon}
        </button>
      ))}
    </div>
  )
}

const steps: Readonly<Record<string, (at: number) => number>> = {
  ArrowRight: (at) => at + 1,
  ArrowLeft: (at) => at - 1,
  Home: () => 0,
  End: () => -1,
}
