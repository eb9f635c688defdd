import type { Card, ChecklistItem, InputOf } from '@tandem/contract'
import { ArrowDown, ArrowUp, Ellipsis, Pencil, Trash2, UserRound } from 'lucide-react'
import { type KeyboardEvent, useId, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useRow } from '../../../dnd/rows-dnd.tsx'
import { type Send, saveLine } from '../../../mutations/texts/save-text.ts'
import { useRewriting } from '../../../mutations/texts/use-rewriting.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { IconButton } from '../../../ui/button.tsx'
import { classes } from '../../../ui/classes.ts'
import { tickClasses } from '../../../ui/form/tick.tsx'
import { Menu, MenuHeading, MenuItem, MenuLine } from '../../../ui/menu.tsx'
import { Overtaken } from '../../../ui/text/overtaken.tsx'
import { useOpenCard } from '../card-context.ts'
import { quietInput } from '../property.tsx'
import { FromOutside } from '../text/from-outside.tsx'

type Props = {
  item: ChecklistItem
  at: number
  /** Moves it up or down, and announces its new position. */
  onCarry: (by: 1 | -1) => void
}

/** A checklist item: ticked, edited in place, assigned, and moved up and down with Alt and the arrows. */
export function ChecklistEntry({ item, at, onCarry }: Props) {
  const t = useTranslations('card')
  const id = useId()
  const { board, card, mayWrite } = useOpenCard()
  const { tick } = useItemActs(item)
  const [editing, setEditing] = useState(false)
  const { ref, isHeld, place } = useRow(item.id, !mayWrite || editing)
  const doneBy = board.members.find((member) => member.actorId === item.doneByActorId)
  const assignee = board.members.find((member) => member.actorId === item.assigneeActorId)
  const onKeyDown = (event: KeyboardEvent) => {
    const by = event.altKey ? ({ ArrowUp: -1, ArrowDown: 1 } as const)[event.key] : undefined
    if (by === undefined || !mayWrite) return
    event.preventDefault()
    onCarry(by)
  }
  return (
    <li
      ref={ref}
      data-row={item.id}
      style={{ order: place }}
      className={classes(
        'group -mx-1 flex items-start gap-2 rounded-md px-1 hover:bg-hover',
        // A long press starts a drag and must not select a word.
        mayWrite && 'pointer-coarse:select-none',
        isHeld && 'outline-1 outline-line-strong outline-dashed *:opacity-0',
      )}
    >
      <input
        id={id}
        type="checkbox"
        checked={item.done}
        disabled={!mayWrite}
        onChange={(event) => tick(event.target.checked)}
        onKeyDown={onKeyDown}
        className={classes('mt-2 pointer-coarse:mt-3.5', tickClasses)}
      />
      {editing ? (
        <Rewriting item={item} onDone={() => setEditing(false)} />
      ) : (
        <label
          htmlFor={id}
          title={doneBy ? t('doneBy', { name: doneBy.name }) : undefined}
          className={classes('flex-1 py-1.5 text-md [overflow-wrap:anywhere] pointer-coarse:py-3', item.done && 'text-ink-3 line-through')}
        >
          {item.text}
        </label>
      )}
      {item.author.role === 'external' && !card.imported && (
        <span className="pt-1.5 pointer-coarse:pt-2.5">
          <FromOutside />
        </span>
      )}
      {assignee && (
        <span className="pt-1.5 pointer-coarse:pt-2.5">
          <Avatar face={assignee} size="sm" title />
        </span>
      )}
      {mayWrite && !editing && <ItemMenu item={item} at={at} onCarry={onCarry} onEdit={() => setEditing(true)} />}
    </li>
  )
}

function useItemActs(item: ChecklistItem) {
  const t = useTranslations('details.checklist')
  const { card, edit } = useOpenCard()
  const change = (input: Omit<InputOf<'checklist.update'>, 'checklistItemId'>, shown: (card: Card) => Partial<Card>) =>
    edit('checklist.update', { input: { checklistItemId: item.id, ...input }, shown })
  const withItem = (of: Partial<ChecklistItem>) => (now: Card) => ({
    checklistItems: now.checklistItems.map((one) => (one.id === item.id ? { ...one, ...of } : one)),
  })
  return {
    tick(done: boolean) {
      const checklist = { ...card.checklist, done: card.checklist.done + (done ? 1 : -1) }
      const shown = (now: Card) => ({ ...withItem({ done })(now), checklist })
      void edit('checklist.update', { input: { checklistItemId: item.id, done }, shown, tile: { checklist } })
    },
    write(text: string, base: string) {
      const send: Send = (wanted, ifText, refused) =>
        edit('checklist.update', { input: { checklistItemId: item.id, text: wanted, ifText }, shown: withItem({ text: wanted }), refused })
      return saveLine(send, 'text', { text, base })
    },
    assign: (assigneeActorId: string | null) => void change({ assigneeActorId }, withItem({ assigneeActorId })),
    remove() {
      const shown = ({ checklistItems, checklist: { done, total } }: Card) => ({
        checklistItems: checklistItems.filter((one) => one.id !== item.id),
        checklist: { done: done - Number(item.done), total: total - 1 },
      })
      void edit('checklist.remove', { input: { checklistItemId: item.id }, shown, said: t('removed') })
    },
  }
}

function Rewriting({ item, onDone }: { item: ChecklistItem; onDone: () => void }) {
  const t = useTranslations('details.checklist')
  const { write } = useItemActs(item)
  const { field, overtaken } = useRewriting({ kept: item.text, save: write, onDone, next: ['li', 'input[type=checkbox]'] })
  return (
    <div className="min-w-0 flex-1">
      <input
        {...field}
        aria-label={t('edit', { text: item.text })}
        autoFocus
        maxLength={500}
        className={classes(quietInput, 'w-full text-md')}
      />
      {overtaken && <Overtaken {...overtaken} />}
    </div>
  )
}

function ItemMenu({ item, at, onCarry, onEdit }: Props & { onEdit: () => void }) {
  const t = useTranslations('details.checklist')
  const { board, card } = useOpenCard()
  const { assign, remove } = useItemActs(item)
  const trigger = (
    <IconButton
      size="sm"
      label={t('more', { text: item.text })}
      icon={<Ellipsis size={14} aria-hidden />}
      className="mt-0.5 opacity-0 focus-visible:opacity-100 group-hover:opacity-100 data-popup-open:opacity-100 pointer-coarse:opacity-100"
    />
  )
  return (
    <Menu trigger={trigger}>
      <MenuItem icon={<Pencil size={15} aria-hidden />} onClick={onEdit}>
        {t('rename')}
      </MenuItem>
      <MenuItem icon={<ArrowUp size={15} aria-hidden />} disabled={at === 0} onClick={() => onCarry(-1)}>
        {t('up')}
      </MenuItem>
      <MenuItem icon={<ArrowDown size={15} aria-hidden />} disabled={at === card.checklistItems.length - 1} onClick={() => onCarry(1)}>
        {t('down')}
      </MenuItem>
      <MenuItem icon={<Trash2 size={15} aria-hidden />} onClick={remove}>
        {t('remove')}
      </MenuItem>
      <MenuLine />
      <MenuHeading>{t('assign')}</MenuHeading>
      {item.assigneeActorId !== null && (
        <MenuItem icon={<UserRound size={15} aria-hidden />} onClick={() => assign(null)}>
          {t('unassigned')}
        </MenuItem>
      )}
      {board.members.map((one) => (
        <MenuItem key={one.actorId} icon={<Avatar face={one} size="sm" />} onClick={() => assign(one.actorId)}>
          <span className="truncate">{one.name}</span>
        </MenuItem>
      ))}
    </Menu>
  )
}
