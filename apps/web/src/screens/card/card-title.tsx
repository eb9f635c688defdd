import { useRef } from 'react'
import { useTranslations } from 'use-intl'
import { useOpenCard } from './card-context.ts'

/** The title is written where it stands. Enter keeps it, Escape leaves it as it was. */
export function CardTitle() {
  const t = useTranslations('card')
  const { card, edit, mayWrite } = useOpenCard()
  const left = useRef(false)
  const save = (field: HTMLTextAreaElement) => {
    const title = field.value.trim()
    const keeps = !left.current && title !== '' && title !== card.title
    left.current = false
    if (!keeps) {
      field.value = card.title
      return
    }
    void edit('card.update', { input: { cardId: card.id, title }, shown: () => ({ title }), tile: { title } })
  }
  if (!mayWrite) return <h2 className="font-semibold text-xl tracking-tight">{card.title}</h2>
  return (
    <textarea
      key={card.title}
      aria-label={t('title')}
      rows={1}
      maxLength={500}
      defaultValue={card.title}
      onBlur={(event) => save(event.currentTarget)}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' && event.key !== 'Escape') return
        event.preventDefault()
        event.stopPropagation()
        left.current = event.key === 'Escape'
        event.currentTarget.blur()
      }}
      className="field-sizing-content -mx-2 w-[calc(100%+1rem)] resize-none rounded-md border border-transparent bg-transparent px-2 py-1 font-semibold text-xl! tracking-tight hover:border-line focus:border-line-strong focus:bg-surface max-md:order-1"
    />
  )
}
