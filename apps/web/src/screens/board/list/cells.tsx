import { type AttributeKind, type AttributeName, kindOf, noAttributes } from '@tandem/contract'
import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import type { BoardModel, CardModel } from '../../../live/board-model.ts'
import { Badge } from '../../../ui/badge.tsx'
import { PriorityMark } from '../../../ui/priority-mark.tsx'
import { plain } from '../../../ui/text/plain.ts'
import { useDay } from '../../../ui/time.tsx'
import { TileDeadline } from '../../card/sessions/deadline.tsx'
import { toneOf, wordOf } from '../tile/session-line.tsx'
import { Due, Faces } from '../tile/tile-facts.tsx'
import type { TableColumn } from './columns.ts'
import { LabelLine } from './label-line.tsx'
import { useFieldValue } from './use-table-fields.tsx'

const cell = 'flex min-w-0 items-center overflow-hidden gap-1.5 text-ink-2 text-sm tabular-nums max-md:order-3 max-md:empty:hidden'

/** The cell of a card in a column. */
export function Cell({ card, shows }: { card: CardModel; shows: TableColumn['shows'] }) {
  if (shows.what === 'attribute') return <td className={cell}>{attributeIn(card, shows.name)}</td>
  if (shows.what === 'field') return <FieldCell cardId={card.id} field={shows.field} />
  return cells[shows.what](card)
}

const cells: Record<'session' | 'people' | 'labels', (card: CardModel) => ReactNode> = {
  session: (card) => <td className={cell}>{card.session && <Work session={card.session} />}</td>,
  people: (card) => (
    <td className="flex min-w-0 overflow-hidden max-md:order-last max-md:ml-auto md:*:ml-0">
      <Faces card={card} />
    </td>
  ),
  labels: (card) => (
    <td className="min-w-0 max-md:hidden">
      <LabelLine labelIds={card.labelIds} />
    </td>
  ),
}

function attributeIn(card: CardModel, name: AttributeName): ReactNode {
  if (card[name] === noAttributes[name]) return null
  const shown: Record<AttributeKind, () => ReactNode> = {
    priority: () => <Priority priority={card.priority} />,
    dayStart: () => <Day at={String(card[name])} />,
    dayEnd: () => (
      // The header names it; the room of the icon is needed for a year.
      <span className="md:[&_svg]:hidden">
        <Due dueAt={String(card[name])} done={card.completedAt !== null} />
      </span>
    ),
    number: () => <Amount amount={Number(card[name])} />,
  }
  return shown[kindOf(name)]()
}

function Work({ session }: { session: NonNullable<CardModel['session']> }) {
  const t = useTranslations('session')
  const tone = toneOf(session)
  return (
    // A text without room for a word beside the badge is hidden: it wraps below the only visible line.
    <span className="flex h-5 min-w-0 flex-1 flex-wrap items-center gap-x-1.5 overflow-hidden">
      <Badge tone={tone}>{t(`states.${wordOf(session)}`)}</Badge>
      {tone === 'awaiting_input' && (
        <span className="min-w-14 flex-1 truncate text-sm leading-5 max-md:hidden">
          <TileDeadline expiresAt={session.expiresAt} defaultOption={session.defaultOption} />
        </span>
      )}
      {session.statusText && (
        <span className="min-w-14 flex-1 truncate text-ink-3 text-sm leading-5 max-md:hidden">{plain(session.statusText)}</span>
      )}
    </span>
  )
}

function Priority({ priority }: { priority: CardModel['priority'] }) {
  const t = useTranslations('priority')
  return (
    <>
      <span aria-hidden>
        <PriorityMark priority={priority} />
      </span>
      <span className="truncate">{t(priority)}</span>
    </>
  )
}

const Day = ({ at }: { at: string }) => <span className="whitespace-nowrap">{useDay()(at)}</span>
const Amount = ({ amount }: { amount: number }) => <span>{useFormatter().number(amount)}</span>

/** On a phone with its name before it, because there are no column headers. */
function FieldCell({ cardId, field }: { cardId: string; field: BoardModel['fields'][number] }) {
  const value = useFieldValue(field.id, cardId)
  return (
    <td className={cell}>
      {value !== undefined && (
        <>
          <span className="text-ink-3 md:hidden">{field.name}</span>
          <FieldText type={field.type} value={value} />
        </>
      )}
    </td>
  )
}

function FieldText({ type, value }: { type: string; value: string | number | boolean }) {
  const t = useTranslations('views.filter')
  if (typeof value === 'boolean')
    return value ? <Check size={14} role="img" aria-label={t('ticked')} /> : <span className="text-ink-3">{t('notTicked')}</span>
  if (typeof value === 'number') return <Amount amount={value} />
  if (type === 'date') return <Day at={value} />
  return (
    <span className="truncate" data-tip={value}>
      {value}
    </span>
  )
}
