import { ChevronRight } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { folded, type PickerOption } from '../../../ui/base/picker.tsx'
import { classes } from '../../../ui/classes.ts'
import { inputClasses } from '../../../ui/form/field.tsx'
import type { Facet } from './facets.tsx'
import type { Filter } from './filter.ts'

type Props = {
  facets: readonly Facet[]
  q: string
  /** Words filter while they are typed. */
  onWords: (q: string) => void
  /** The filter after a choice. A choice that was found by typing replaces the typed words. */
  onPick: (change: Filter) => void
  onFacet: (facetId: string) => void
  onDone: () => void
}

type Line = { id: string; facet: Facet; option: PickerOption | null }

const pauseMs = 150

/** A search field; below it the choices with a matching name, and every kind of condition. */
export function FilterMenu({ facets, q, onWords, onPick, onFacet, onDone }: Props) {
  const t = useTranslations('views.filter')
  const id = useId()
  const words = useWords(q, onWords)
  const [pointed, setPointed] = useState<string | null>(null)
  const lines = linesOf(facets, words.search)
  const at = lines.findIndex((line) => line.id === pointed)
  const point = (line: Line | undefined) => {
    setPointed(line?.id ?? null)
    if (line) document.getElementById(`${id}-${line.id}`)?.scrollIntoView({ block: 'nearest' })
  }
  const take = ({ facet, option }: Line) => {
    const isFound = option !== null || namesFacet(facet, words.search)
    if (isFound) {
      words.forget()
      onPick(option ? facet.changeOf(option.id) : {})
    }
    if (!option) onFacet(facet.id)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const active = lines[at]
    if (event.key === 'ArrowDown') point(lines[(at + 1) % lines.length])
    else if (event.key === 'ArrowUp') point(lines.at(at <= 0 ? -1 : at - 1))
    else if (event.key === 'ArrowRight' && active && !active.option && words.text === '') take(active)
    else if (event.key !== 'Enter') return
    else if (active) take(active)
    else {
      words.ask()
      onDone()
    }
    event.preventDefault()
  }
  return (
    <>
      <input
        type="search"
        role="combobox"
        aria-label={t('words')}
        aria-expanded
        aria-controls={id}
        aria-activedescendant={pointed === null || at < 0 ? undefined : `${id}-${pointed}`}
        aria-autocomplete="list"
        autoComplete="off"
        placeholder={t('find')}
        value={words.text}
        maxLength={500}
        // Its texts are loaded when the popover has looked for its first field already. Not on touch screens, where focus would open the
        // on-screen keyboard.
        autoFocus={!matchMedia('(pointer: coarse)').matches}
        onChange={(event) => {
          words.type(event.target.value)
          setPointed(null)
        }}
        onKeyDown={onKeyDown}
        className={`${inputClasses} mb-1.5 h-8 pointer-coarse:h-11`}
      />
      {/* The field has the keys: it names the active option. */}
      {/* oxlint-disable-next-line jsx-a11y/interactive-supports-focus */}
      <div id={id} role="listbox" aria-label={t('conditions')} className="-mx-1 md:max-h-[calc(100dvh-9.5rem)] md:overflow-y-auto">
        {lines.map((line) => (
          <Row
            key={line.id}
            id={`${id}-${line.id}`}
            line={line}
            active={line.id === pointed}
            onPoint={() => setPointed(line.id)}
            onTake={() => take(line)}
          />
        ))}
      </div>
    </>
  )
}

/** The filter follows after a pause in typing. */
function useWords(q: string, onChange: (q: string) => void) {
  const [text, setText] = useState(q)
  const [isTyped, setTyped] = useState(false)
  const change = useRef(onChange)
  useEffect(() => {
    change.current = onChange
  })
  const wanted = text.trim()
  const isSaid = wanted === q
  useEffect(() => {
    if (isSaid) return undefined
    const timer = setTimeout(() => change.current(wanted), pauseMs)
    return () => clearTimeout(timer)
  }, [wanted, isSaid])
  return {
    text,
    /** What may be the name of a condition. Words that the filter had before are not: a choice must not remove them. */
    search: isTyped ? text : '',
    type(next: string) {
      setTyped(true)
      setText(next)
    },
    forget: () => setText(''),
    ask: () => !isSaid && onChange(wanted),
  }
}

/** Choices are listed for typed words only: without any there would be hundreds. Kinds of conditions that are named by them come first. */
function linesOf(facets: readonly Facet[], typed: string): Line[] {
  const wanted = folded(typed.trim())
  const choices = wanted === '' ? [] : facets.flatMap((facet) => facet.options.map((option) => ({ facet, option })))
  return [
    ...choices
      .filter(({ option }) => folded(option.text).includes(wanted))
      .map(({ facet, option }) => ({ id: `${facet.id} ${option.id}`, facet, option })),
    ...facets
      .toSorted((one, other) => Number(namesFacet(other, typed)) - Number(namesFacet(one, typed)))
      .map((facet) => ({ id: facet.id, facet, option: null })),
  ]
}

const namesFacet = ({ name }: Facet, typed: string): boolean => typed.trim() !== '' && folded(name).includes(folded(typed.trim()))

type RowProps = { id: string; line: Line; active: boolean; onPoint: () => void; onTake: () => void }

function Row({ id, line: { facet, option }, active, onPoint, onTake }: RowProps) {
  const Icon = facet.icon
  const chosen = facet.options.filter((one) => one.on !== 'none').length
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
    <div
      id={id}
      role="option"
      aria-selected={option ? option.on === 'all' : chosen > 0}
      onPointerMove={onPoint}
      onClick={onTake}
      className={classes('flex min-h-8 cursor-pointer items-center gap-2 rounded-sm px-2 pointer-coarse:min-h-11', active && 'bg-hover')}
    >
      <Icon size={14} aria-hidden className="shrink-0 text-ink-3" />
      {option ? (
        <>
          <span className="shrink-0 text-ink-3">{facet.name}</span>
          {option.mark}
          <span className="truncate">{option.text}</span>
        </>
      ) : (
        <>
          <span className="flex-1 truncate">{facet.name}</span>
          {chosen > 0 && <span className="text-accent text-sm tabular-nums">{chosen}</span>}
          <ChevronRight size={14} aria-hidden className="shrink-0 text-ink-3" />
        </>
      )}
    </div>
  )
}
