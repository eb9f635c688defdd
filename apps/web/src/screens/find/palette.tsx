import { useNavigate } from '@tanstack/react-router'
import { ChevronLeft, Search } from 'lucide-react'
import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useDraft } from '../../mutations/texts/draft.ts'
import type { PaletteAsked, PaletteProps } from '../../shell/palette.tsx'
import { PaletteFrame } from '../../ui/base/palette-frame.tsx'
import { IconButton } from '../../ui/button.tsx'
import { Kbd } from '../../ui/kbd.tsx'
import { HeldKeys } from '../../ui/loading/held-keys.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { AreaTexts } from '../../ui/text/area-texts.tsx'
import { type Entry, type GroupName, isTypedIn, type Step } from './entry.ts'
import { ranked, withRanks } from './matching.tsx'
import { pageActs } from './page-acts.tsx'
import { optionId, PaletteList } from './palette-list.tsx'
import { textKey } from './step-text.ts'
import { useFound } from './use-found.tsx'
import { useOffered } from './use-offered.tsx'
import { type Place, usePlace } from './use-place.ts'
import { useSettingsPages } from './use-settings-pages.tsx'
import { useSteps } from './use-step.tsx'
import { valuesOf } from './values.ts'

/** Commands of the current page, boards, and cards by key and by text, in one field, all by keyboard. */
export function Palette(props: PaletteProps) {
  return (
    <AreaTexts area="keys" fallback={<HeldKeys />}>
      <AreaTexts area="find" fallback={<HeldKeys />}>
        <Open {...props} />
      </AreaTexts>
    </AreaTexts>
  )
}

const stride: Partial<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, PageDown: 6, PageUp: -6 }

function Open({ asked, onClose }: PaletteProps) {
  const t = useTranslations('find')
  const common = useTranslations('common')
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const [step, setStep] = useState<Step>(asked.step ?? 'root')
  const [pointed, setPointed] = useState<string | null>(null)
  const place = usePlace(asked.at)
  const [searched, setSearched] = useState('')
  const isText = isTypedIn(step)
  const [text, setText] = useDraft(isText ? textKey(step, place) : '')
  const [typed, setTyped] = isText ? [text, setText] : [searched, setSearched]
  const goTo = (next: Step) => {
    setStep(next)
    setSearched('')
    setPointed(null)
    field.current?.focus()
  }
  const { entries, searching } = useEntries({ asked, typed, step, place, goTo })
  const active = entries.find((entry) => entry.id === pointed) ?? entries[0] ?? null
  const run = (entry: Entry) => {
    if (!entry.step) onClose()
    // The line has the text, and brings it back if it was not sent.
    if (isText) setText('')
    entry.run()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const by = stride[event.key]
    if (by !== undefined && entries.length > 0) {
      event.preventDefault()
      setPointed(stepFrom(entries, active, by)?.id ?? null)
    } else if (event.key === 'Enter' && active) {
      event.preventDefault()
      run(active)
    } else if (event.key === 'Backspace' && typed === '' && step !== 'root') goTo('root')
  }
  const back = () => {
    if (step === 'root') return false
    goTo('root')
    return true
  }
  const cardKey = place.card?.key ?? ''
  const placeholder =
    step === 'root' ? t(asked.only === 'search' ? 'placeholderSearch' : 'placeholder') : t(`steps.${step}`, { key: cardKey })
  const nameOf = (group: GroupName) =>
    group === 'step' && step !== 'root'
      ? t(`steps.${step}`, { key: cardKey })
      : t(`groups.${group === 'card' && !place.card ? 'selected' : group}`, { key: cardKey, list: place.list?.name ?? '' })
  return (
    <PaletteFrame title={t('palette')} onBack={back} onClose={onClose} field={field}>
      <div className="flex items-center gap-2 border-line border-b pr-3 pl-3">
        {step === 'root' ? (
          <span className="grid size-8 place-items-center text-ink-3">{searching ? <Spinner /> : <Search size={16} aria-hidden />}</span>
        ) : (
          <IconButton label={t('back')} icon={<ChevronLeft size={16} aria-hidden />} onClick={() => goTo('root')} />
        )}
        <input
          ref={field}
          role="combobox"
          aria-label={placeholder}
          aria-expanded={entries.length > 0}
          aria-controls={id}
          aria-activedescendant={active ? optionId(id, active.id) : undefined}
          aria-autocomplete="list"
          autoComplete="off"
          spellCheck={false}
          maxLength={500}
          placeholder={placeholder}
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value)
            setPointed(null)
          }}
          onKeyDown={onKeyDown}
          className="h-12 min-w-0 flex-1 bg-transparent text-md outline-none"
        />
        <button type="button" onClick={onClose} className="md:hidden text-ink-2 text-sm min-h-11 px-1">
          {common('close')}
        </button>
      </div>
      <PaletteList
        id={id}
        label={t('results')}
        entries={entries}
        activeId={active?.id ?? null}
        nameOf={nameOf}
        onPoint={setPointed}
        onRun={run}
      />
      {entries.length === 0 && <p className="px-4 pb-4 text-ink-2">{emptyText(t, step, typed)}</p>}
      <p role="status" className="sr-only">
        {searching ? t('searching') : t('found', { count: entries.length })}
      </p>
      <Hints step={step} />
    </PaletteFrame>
  )
}

const needs = { newCard: 'needsTitle', newBoard: 'needsName', pause: 'needsReason' } as const

function emptyText(t: ReturnType<typeof useTranslations<'find'>>, step: Step, typed: string): string {
  if (isTypedIn(step)) return t(`steps.${needs[step]}`)
  if (step === 'delegate' && typed === '') return t('steps.noAgents')
  return t('nothing', { text: typed })
}

function stepFrom(entries: readonly Entry[], active: Entry | null, by: number): Entry | undefined {
  const at = active ? entries.indexOf(active) : -1
  const next = at + by
  // A single step wraps around; a page stops at the end.
  if (Math.abs(by) === 1) return entries[(next + entries.length) % entries.length]
  return entries[Math.min(Math.max(next, 0), entries.length - 1)]
}

type Asking = { asked: PaletteAsked; typed: string; step: Step; place: Place; goTo: (step: Step) => void }

function useEntries({ asked, typed, step, place, goTo }: Asking): { entries: Entry[]; searching: boolean } {
  const commands = useOffered(place, asked.at, goTo)
  const ofPage = pageActs()
  const pages = useSettingsPages(place)
  const steps = useSteps(place, asked.at)
  const found = useFound(step === 'root' ? typed : '', place)
  const everywhere = useEverywhere(typed.trim())
  if (isTypedIn(step)) return { entries: steps[step](typed), searching: false }
  if (step !== 'root') return { entries: ranked(steps[step](typed), typed), searching: false }
  const isSearch = asked.only === 'search'
  if (typed.trim() === '') {
    const of = (...groups: GroupName[]) =>
      isSearch ? [] : [...ofPage, ...commands].filter((entry) => groups.includes(entry.group) && !entry.byTyping)
    return {
      entries: [
        ...of('card'),
        ...of('list'),
        ...of('page'),
        ...of('board'),
        ...found.recent,
        ...(isSearch ? [] : found.boards),
        ...of('go', 'general'),
      ],
      searching: false,
    }
  }
  const { byKey, cards, boards, searching } = found
  const here = bestFirst(
    withRanks([...(isSearch ? [] : [...ofPage, ...commands, ...valuesOf(commands, steps, typed), ...pages]), ...boards], typed),
  )
  // Cards arrive later. They go below the other lines, so that Enter takes the line that was first, unless a card is found by its key.
  const all = byKey.length > 0 ? [...byKey, ...cards, ...here] : [...here, ...cards]
  return { entries: [...all, ...everywhere], searching }
}

const order: readonly GroupName[] = ['card', 'list', 'page', 'board', 'boards', 'go', 'general']

/** Groups stay together: first the group with the best line; groups of equal rank keep the order above. */
function bestFirst(lines: readonly { line: Entry; rank: number }[]): Entry[] {
  const of = (group: GroupName) => lines.filter(({ line }) => line.group === group)
  const groups = order.map(of).filter((group) => group.length > 0)
  return groups.toSorted(([one], [other]) => (one?.rank ?? 0) - (other?.rank ?? 0)).flatMap((group) => group.map(({ line }) => line))
}

function useEverywhere(text: string): Entry[] {
  const t = useTranslations('find.commands')
  const navigate = useNavigate()
  const run = () => void navigate({ to: '/search', search: { q: text } })
  return [{ id: 'everywhere', group: 'more', icon: <Search size={16} aria-hidden />, text: t('everywhere', { text }), run }]
}

function Hints({ step }: { step: Step }) {
  const t = useTranslations('find.hints')
  return (
    <p aria-hidden className="flex gap-4 border-line border-t px-4 py-2 text-ink-3 text-sm max-md:hidden">
      <span className="flex items-center gap-1">
        <Kbd>{'↑'}</Kbd>
        <Kbd>{'↓'}</Kbd> {t('choose')}
      </span>
      <span className="flex items-center gap-1">
        <Kbd>{'↵'}</Kbd> {t('open')}
      </span>
      <span className="flex items-center gap-1">
        <Kbd>{'Esc'}</Kbd> {step === 'root' ? t('close') : t('back')}
      </span>
    </p>
  )
}
