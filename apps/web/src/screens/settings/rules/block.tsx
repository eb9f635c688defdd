import { ArrowDown, ArrowUp, X } from 'lucide-react'
import type { ComponentType, ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { IconButton } from '../../../ui/button.tsx'
import type { Line } from './draft.ts'

type BlockProps = { word: string; hint?: string; problem?: string | null; children: ReactNode }

/** One of the three parts of a rule. */
export function Block({ word, hint, problem, children }: BlockProps) {
  return (
    <fieldset className="rounded-lg border border-line bg-surface p-3">
      <legend className="px-1 font-semibold text-md">{word}</legend>
      <div className="grid gap-2">{children}</div>
      {hint && <p className="mt-2 text-ink-3 text-sm">{hint}</p>}
      {problem && (
        <p role="alert" className="mt-2 text-danger">
          {problem}
        </p>
      )}
    </fieldset>
  )
}

type LinesProps<T> = {
  label: string
  lines: readonly Line<T>[]
  onChange: (lines: Line<T>[]) => void
  /** Whether their order matters. */
  ordered?: boolean
  nameOf: (at: number) => string
  isIncomplete: (it: T) => boolean
  children: (it: T, change: (it: T) => void) => ReactNode
  /** What takes the whole width, below the buttons of the line. */
  Below?: ComponentType<{ it: T; onChange: (it: T) => void }>
}

/** Lines that can be removed, and reordered where the order matters. */
export function Lines<T>({ label, lines, onChange, ordered = false, nameOf, isIncomplete, children, Below }: LinesProps<T>) {
  const t = useTranslations('automation')
  const move = (at: number, by: number) => {
    const next = [...lines]
    const [line] = next.splice(at, 1)
    if (line) next.splice(at + by, 0, line)
    onChange(next)
  }
  const changeOf = (line: Line<T>) => (it: T) => onChange(lines.map((one) => (one.key === line.key ? { ...one, it } : one)))
  return (
    <ol aria-label={label} className="grid gap-2 empty:hidden">
      {lines.map((line, at) => (
        <li key={line.key} className="grid grid-cols-1 gap-1.5 border-line border-b pb-2 last:border-b-0 last:pb-0">
          <div className="flex items-start gap-1">
            <div className="flex min-w-0 flex-1 flex-wrap items-center gap-1.5">
              {children(line.it, changeOf(line))}
              {isIncomplete(line.it) && <span className="text-danger text-sm">{t('incomplete')}</span>}
            </div>
            <div className="flex shrink-0">
              {ordered && lines.length > 1 && (
                <>
                  <IconButton
                    label={t('moveUp', { name: nameOf(at) })}
                    icon={<ArrowUp size={14} aria-hidden />}
                    disabled={at === 0}
                    onClick={() => move(at, -1)}
                  />
                  <IconButton
                    label={t('moveDown', { name: nameOf(at) })}
                    icon={<ArrowDown size={14} aria-hidden />}
                    disabled={at === lines.length - 1}
                    onClick={() => move(at, 1)}
                  />
                </>
              )}
              <IconButton
                label={t('without', { name: nameOf(at) })}
                icon={<X size={14} aria-hidden />}
                onClick={() => onChange(lines.filter((one) => one.key !== line.key))}
              />
            </div>
          </div>
          {Below && <Below it={line.it} onChange={changeOf(line)} />}
        </li>
      ))}
    </ol>
  )
}
