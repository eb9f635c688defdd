import type { Card, CardRelation } from '@tandem/contract'
import { X } from 'lucide-react'
import type { MouseEvent } from 'react'
import { useTranslations } from 'use-intl'
import { IconButton } from '../../../ui/button.tsx'
import { focusAround, focusInstead } from '../../../ui/focus-after.ts'
import { useOpenCard } from '../card-context.ts'
import { relationInput, relationTypeOf } from './add-relation.tsx'

/** Removes the link to another card, with undo. Shown while the pointer is on the row, which is a `group`. */
export function RemoveLink({ relation }: { relation: CardRelation }) {
  const t = useTranslations('details.relations')
  const { card, edit } = useOpenCard()
  const { card: other } = relation
  const remove = ({ currentTarget }: MouseEvent<HTMLElement>) => {
    const goOn = goOnAfterRow(currentTarget)
    const type = relationTypeOf(relation)
    const shown = ({ relations }: Card) => ({
      relations: relations.filter((one) => one.card.id !== other.id || relationTypeOf(one) !== type),
    })
    void edit('relation.delete', { input: relationInput(type, card, other.id), shown, said: t('removed') })
    goOn()
  }
  return (
    <IconButton
      size="sm"
      label={t('remove', { key: other.key })}
      icon={<X size={14} aria-hidden />}
      data-remove-link
      onClick={remove}
      className="relative z-10 opacity-0 focus-visible:opacity-100 group-hover:opacity-100 pointer-coarse:opacity-100"
    />
  )
}

/** The row disappears with the button that has the focus: it goes to that of a row beside it, or after the last one to what is around. */
function goOnAfterRow(button: HTMLElement): () => void {
  const row = button.closest('li')
  const beside = row?.nextElementSibling ?? row?.previousElementSibling
  const around = focusAround(button)
  return () => (beside ? focusInstead(() => beside.querySelector<HTMLElement>('[data-remove-link]')) : around())
}
