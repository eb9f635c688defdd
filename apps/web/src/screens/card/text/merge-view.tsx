import { type RefObject, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { bothOf, type MergedPart } from '../../../mutations/texts/merge-texts.ts'
import { Button } from '../../../ui/button.tsx'
import { classes } from '../../../ui/classes.ts'
import { focusInstead } from '../../../ui/focus-after.ts'
import { tickClasses } from '../../../ui/form/tick.tsx'

type Choice = 'mine' | 'theirs' | 'both'
type Conflict = Exclude<MergedPart, { text: string }>

type Props = { parts: readonly MergedPart[]; onSave: (text: string) => void; onEdit: (text: string) => void; onCancel: () => void }

/** Two people have changed the same paragraphs: for each, the author chooses a text. Both stay until then. */
export function MergeView({ parts, onSave, onEdit, onCancel }: Props) {
  const t = useTranslations('details.merge')
  const [chosen, setChosen] = useState<Record<number, Choice>>({})
  const text = parts.map((part, at) => ('text' in part ? part.text : textOf(part, chosen[at] ?? 'both'))).join('')
  const id = useId()
  const place = useRef<HTMLDivElement>(null)
  // Keys that are meant for the editor, which had the focus, must not act on the card.
  useEffect(() => focusInstead(() => place.current?.querySelector('input')), [])
  useEscape(place, onCancel)
  return (
    <div ref={place} role="group" aria-label={t('title')} className="grid grid-cols-1 gap-3">
      <p role="alert" className="rounded-md bg-awaiting-soft px-3 py-2 text-awaiting">
        {t('intro')}
      </p>
      {parts.map((part, at) => {
        const key = `${id} part ${at}`
        if ('text' in part) return <Agreed key={key} text={part.text} />
        return (
          <Choose
            key={key}
            name={key}
            part={part}
            chosen={chosen[at] ?? 'both'}
            onChoose={(choice) => setChosen({ ...chosen, [at]: choice })}
          />
        )
      })}
      <div className="flex flex-wrap gap-2">
        <Button variant="primary" onClick={() => onSave(text)}>
          {t('save')}
        </Button>
        <Button onClick={() => onEdit(text)}>{t('edit')}</Button>
        <Button variant="quiet" onClick={onCancel}>
          {t('back')}
        </Button>
      </div>
    </div>
  )
}

/** Not for the dialog around it, which would close. */
function useEscape(place: RefObject<HTMLElement | null>, onEscape: () => void): void {
  const latest = useEffectEvent(onEscape)
  useEffect(() => {
    const at = place.current
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      event.preventDefault()
      event.stopPropagation()
      latest()
    }
    at?.addEventListener('keydown', onKey)
    return () => at?.removeEventListener('keydown', onKey)
  }, [place])
}

const textOf = (part: Conflict, choice: Choice): string => (choice === 'both' ? bothOf(part) : part[choice])

/** Text on which both sides agree. Of a long one, the first lines and a button for the rest. */
function Agreed({ text }: { text: string }) {
  const t = useTranslations('details.merge')
  const [isWhole, setWhole] = useState(false)
  const shown = text.trim()
  if (shown === '') return null
  const isLong = shown.length > 240 || shown.split('\n').length > 3
  return (
    <div>
      <p className={classes('whitespace-pre-wrap text-ink-3 text-md [overflow-wrap:anywhere]', isLong && !isWhole && 'line-clamp-3')}>
        {shown}
      </p>
      {isLong && (
        <Button size="sm" variant="quiet" className="-ml-2" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
          {t(isWhole ? 'lessText' : 'wholeText')}
        </Button>
      )}
    </div>
  )
}

type ChooseProps = { name: string; part: Conflict; chosen: Choice; onChoose: (choice: Choice) => void }

function Choose({ name, part, chosen, onChoose }: ChooseProps) {
  const t = useTranslations('details.merge')
  const texts: Record<Choice, string> = { mine: part.mine, theirs: part.theirs, both: bothOf(part) }
  return (
    <fieldset className="grid gap-2 md:grid-cols-2">
      <legend className="sr-only">{t('choose')}</legend>
      {(['mine', 'theirs', 'both'] as const).map((choice) => (
        <label
          key={choice}
          className={classes(
            'grid content-start gap-1 rounded-md border px-3 py-2',
            choice === chosen ? 'border-accent bg-accent-soft' : 'border-line bg-surface',
            choice === 'both' && 'md:col-span-2',
          )}
        >
          <span className="flex min-h-6 items-center gap-2 font-medium pointer-coarse:min-h-11">
            <input type="radio" name={name} checked={choice === chosen} onChange={() => onChoose(choice)} className={tickClasses} />
            {t(choice)}
          </span>
          {choice !== 'both' && (
            <span className="whitespace-pre-wrap text-md [overflow-wrap:anywhere]">{texts[choice].trim() || t('nothing')}</span>
          )}
        </label>
      ))}
    </fieldset>
  )
}
