import { attributeNames, type UndoResult } from '@tandem/contract'
import { useFormatter, useTranslations } from 'use-intl'
import { useRefusalWords } from '../../api/failure.ts'
import { type Kind, kindOf, namedFields } from './kinds.ts'
import { type Way, ways } from './ways.ts'

type Props = { result: UndoResult; way: Way }

/** The changes that are undone and those that stay, by card. */
export function UndoPreview({ result, way }: Props) {
  const t = useTranslations('undo')
  const { undone, conflicts, hidden, cards } = result
  const stays = new Set(conflicts.map(({ activityId }) => activityId)).size
  return (
    <>
      <p>{undone.length === 0 ? t(ways[way].nothing) : t(ways[way].changes, { count: undone.length })}</p>
      {stays > 0 && <p className="text-ink-2">{t('left', { count: stays })}</p>}
      {hidden > 0 && <p className="text-ink-2">{t('hidden', { count: hidden })}</p>}
      <ul className="grid max-h-80 grid-cols-1 gap-2 overflow-y-auto">
        {cards.map((card) => (
          <OfCard key={card.cardId} card={card} left={conflicts.filter(({ cardId }) => cardId === card.cardId)} />
        ))}
      </ul>
    </>
  )
}

type OfCardProps = { card: UndoResult['cards'][number]; left: UndoResult['conflicts'] }

function OfCard({ card: { cardId, cardKey, title, verbs }, left }: OfCardProps) {
  const t = useTranslations('undo')
  const format = useFormatter()
  const words = useRefusalWords()
  const fieldName = useFieldName()
  const counted = [...kindsIn(verbs)].map(([kind, count]) => t(`kinds.${kind}`, { count }))
  return (
    <li className="rounded-md border border-line px-3 py-2">
      <p className="font-medium [overflow-wrap:anywhere]">
        {cardKey !== null && <span className="mr-1.5 font-mono font-normal text-ink-3 text-sm">{cardKey}</span>}
        {title ?? t(cardId === null ? 'board' : 'unnamed')}
      </p>
      {counted.length > 0 && <p className="text-ink-2 text-sm">{format.list(counted, { type: 'unit' })}</p>}
      {left.map(({ activityId, field, reason, params, message }) => (
        <p key={`${activityId}${field}`} className="text-sm text-stale">
          {[fieldName(field), words({ reason, params }) ?? message].filter((part) => part !== null).join(': ')}
        </p>
      ))}
    </li>
  )
}

function kindsIn(verbs: UndoResult['cards'][number]['verbs']): Map<Kind, number> {
  const kinds = new Map<Kind, number>()
  for (const { verb, count } of verbs) kinds.set(kindOf(verb), (kinds.get(kindOf(verb)) ?? 0) + count)
  return kinds
}

/** The name of a part of a card, list or label; null = it has no name of its own. */
function useFieldName(): (field: string | undefined) => string | null {
  const t = useTranslations('undo.fields')
  const attributeText = useTranslations('attributes')
  return (field) => {
    const attribute = attributeNames.find((name) => name === field)
    if (attribute) return attributeText(`${attribute}.name`)
    const other = namedFields.find((name) => name === field)
    return other ? t(other) : null
  }
}
