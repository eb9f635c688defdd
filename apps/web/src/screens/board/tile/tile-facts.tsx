import { type AttributeKind, type AttributeName, attributeNames, cardAttributes, kindOf, noAttributes } from '@tandem/contract'
import {
  Ban,
  CalendarClock,
  ClipboardCheck,
  ClockFading,
  Eye,
  Globe,
  Hash,
  ListChecks,
  MessageSquare,
  Network,
  Paperclip,
} from 'lucide-react'
import type { MouseEvent, ReactNode } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { cardLinkIn } from '../../../dnd/focus-card.ts'
import type { CardModel } from '../../../live/board-model.ts'
import { useViewers } from '../../../live/use-live.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { classes } from '../../../ui/classes.ts'
import { LabelDot } from '../../../ui/label-color.tsx'
import { PriorityMark } from '../../../ui/priority-mark.tsx'
import { useDay, useMinute } from '../../../ui/time.tsx'
import { useBoardFrame } from '../board-context.ts'
import { useSelectByClick } from '../selection.ts'
import { CardLink } from './card-link.tsx'

const shownAttributes = attributeNames.filter((name) => cardAttributes[name].onTile)

/** The small line of a card: its key, its facts and its people. On touch screens the menu's button reaches down to it. */
export function TileFacts({ card, unchanged }: { card: CardModel; unchanged?: string | undefined }) {
  const t = useTranslations('card')
  const { checklist, progress } = card
  return (
    <div className="mt-1.5 flex min-h-5 flex-wrap items-center gap-x-2 gap-y-1 whitespace-nowrap text-ink-3 text-xs tabular-nums pointer-coarse:pr-9">
      <span className="font-mono">{card.key}</span>
      {card.external && <Fact icon={<Globe size={12} aria-hidden />} text="" name={t('fromOutside')} />}
      {card.blocked && <Fact icon={<Ban size={12} aria-hidden />} text={t('blocked')} className="font-medium text-danger" />}
      {card.review && <Fact icon={<ClipboardCheck size={12} aria-hidden />} text={t('review')} className="font-medium text-awaiting" />}
      {shownAttributes.map((name) => (
        <AttributeFact key={name} card={card} name={name} />
      ))}
      {progress.total > 0 && (
        <LinkedFact
          card={card}
          icon={<Network size={12} aria-hidden />}
          text={`${progress.done}/${progress.total}`}
          name={t('subCardsOf', progress)}
        />
      )}
      {checklist.total > 0 && (
        <LinkedFact
          card={card}
          icon={<ListChecks size={12} aria-hidden />}
          text={`${checklist.done}/${checklist.total}`}
          name={t('checklistOf', checklist)}
        />
      )}
      {card.commentCount > 0 && (
        <Fact
          icon={<MessageSquare size={12} aria-hidden />}
          text={card.commentCount}
          name={t('commentCount', { count: card.commentCount })}
        />
      )}
      {card.attachmentCount > 0 && (
        <Fact
          icon={<Paperclip size={12} aria-hidden />}
          text={card.attachmentCount}
          name={t('attachmentCount', { count: card.attachmentCount })}
        />
      )}
      {unchanged !== undefined && <Fact icon={<ClockFading size={12} aria-hidden />} text="" name={unchanged} />}
      <Faces card={card} />
    </div>
  )
}

/** Nothing for an unset attribute. */
function AttributeFact({ card, name }: { card: CardModel; name: AttributeName }) {
  const t = useTranslations('attributes')
  const value = card[name]
  if (value === noAttributes[name]) return null
  const facts: Record<AttributeKind, () => ReactNode> = {
    priority: () => <PriorityMark priority={card.priority} />,
    dayStart: () => null,
    dayEnd: () => <Due dueAt={String(value)} done={card.completedAt !== null} />,
    number: () => <Amount name={t(`${name}.name`)} amount={Number(value)} />,
  }
  return facts[kindOf(name)]()
}

/** A number with the name of its attribute. */
export function Amount({ name, amount }: { name: string; amount: number }) {
  const format = useFormatter()
  return <Fact icon={<Hash size={12} aria-hidden />} text={format.number(amount)} name={`${name}: ${format.number(amount)}`} />
}

type FactProps = { icon: ReactNode; text: ReactNode; name?: string; className?: string }

function Fact({ icon, text, name, className }: FactProps) {
  return (
    <span className={classes('flex items-center gap-0.5', className)}>
      {icon}
      <span aria-hidden={name !== undefined}>{text}</span>
      {name !== undefined && <span className="sr-only">{name}</span>}
    </span>
  )
}

/** With a mouse, a tooltip needs its element above the link of the tile, so it is a link to the card too, for the pointer alone. */
function LinkedFact({ card, icon, text, name }: { card: CardModel; icon: ReactNode; text: string; name: string }) {
  const { board } = useBoardFrame()
  const select = useSelectByClick(card.id)
  const onClick = (event: MouseEvent<HTMLElement>) => {
    select(event)
    // The press has focused this link, where keys and screen readers find nothing.
    cardLinkIn(event.currentTarget.closest('[data-card]'))?.focus()
  }
  return (
    <>
      <CardLink
        boardId={board.id}
        cardKey={card.key}
        draggable={false}
        tabIndex={-1}
        aria-hidden
        data-tip={name}
        onClick={onClick}
        className="flex select-none items-center gap-0.5 pointer-fine:relative pointer-fine:z-10"
      >
        {icon}
        <span>{text}</span>
      </CardLink>
      <span className="sr-only">{name}</span>
    </>
  )
}

export function Due({ dueAt, done }: { dueAt: string; done: boolean }) {
  const t = useTranslations('card')
  const now = useMinute()
  const overdue = !done && new Date(dueAt) < now
  const text = useDay()(dueAt)
  return (
    <Fact
      icon={<CalendarClock size={12} aria-hidden />}
      text={text}
      name={overdue ? t('overdue', { date: text }) : t('dueOn', { date: text })}
      className={overdue ? 'font-medium text-danger' : ''}
    />
  )
}

/** People first, then the delegated agent. */
export function Faces({ card }: { card: CardModel }) {
  const { members } = useBoardFrame().board
  const viewers = useViewersOf(card.id)
  const ids = [...card.assigneeActorIds, ...(card.delegation ? [card.delegation.agentActorId] : [])]
  const faces = ids.flatMap((id) => members.find((member) => member.actorId === id) ?? [])
  return (
    <span className="ml-auto flex shrink-0 items-center gap-0.5">
      {viewers.length > 0 && <Viewing names={viewers.join(', ')} />}
      {faces.slice(0, 4).map((face) => (
        <Avatar key={face.actorId} face={face} size="sm" title />
      ))}
    </span>
  )
}

/** The names of others who have this card open. */
function useViewersOf(cardId: string): string[] {
  const { board, meId } = useBoardFrame()
  return useViewers(board.id, cardId)
    .filter((actorId) => actorId !== meId)
    .flatMap((actorId) => board.members.find((member) => member.actorId === actorId)?.name ?? [])
}

function Viewing({ names }: { names: string }) {
  const t = useTranslations('board')
  return (
    <span role="img" aria-label={t('looks', { names })} data-tip={t('looks', { names })} className="relative z-10 mr-0.5 text-accent">
      <Eye size={13} aria-hidden />
    </span>
  )
}

/** Labels: the colour as a dot, the name as text, so that no colour has to carry text. */
export function LabelDots({ labelIds }: { labelIds: readonly string[] }) {
  const { labels } = useBoardFrame().board
  const worn = labels.filter((label) => labelIds.includes(label.id))
  if (worn.length === 0) return null
  return (
    <ul className="mb-0.5 flex flex-wrap gap-x-2 pr-5">
      {worn.map((label) => (
        <li key={label.id} className="flex min-w-0 items-center gap-1 text-ink-2 text-xs">
          <LabelDot color={label.color} size="xs" />
          <span className="truncate">{label.name}</span>
        </li>
      ))}
    </ul>
  )
}
