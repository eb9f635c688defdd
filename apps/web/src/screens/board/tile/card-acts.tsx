import {
  Archive,
  ArrowRightLeft,
  Bot,
  CalendarClock,
  CircleCheck,
  CircleDashed,
  ExternalLink,
  Link2,
  Pencil,
  SignalHigh,
  SquareCheck,
  Tag,
  UserRound,
} from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { CardModel } from '../../../live/board-model.ts'
import { useKeysText } from '../../../shell/caps.ts'
import { copyText } from '../../../ui/copy-text.ts'
import { MenuItem, MenuLine } from '../../../ui/menu.tsx'
import { say } from '../../../ui/toasts/toast.tsx'
import { cardAddress } from '../../card/card-address.ts'
import { type Question, useBoardFrame } from '../board-context.ts'
import { useBulk } from '../bulk/use-bulk.ts'
import { goOnBeside } from '../go-on-beside.ts'

const size = 15

/** The items of a menu for one card, or for all that are selected. */
export function CardActs({ cards, anchor }: { cards: readonly CardModel[]; anchor: Element | null }) {
  const [t, attribute] = [useTranslations('card'), useTranslations('attributes')]
  const hint = useKeysText()
  const { ask, renaming, selection } = useBoardFrame()
  const { archive, complete } = useBulk()
  const cardIds = cards.map((card) => card.id)
  const allDone = cards.every((card) => card.completedAt !== null)
  // Decided once: a move by somebody else may detach the anchor while the menu is open.
  const [isOnCard] = useState(() => anchor?.closest('[data-card]') != null)
  const mayRename = cardIds.length === 1 && isOnCard
  const [only] = cards.length === 1 ? cards : []
  // The menu returns the focus first, and the opened dialog takes it then.
  const asks = (what: Question) => () => void setTimeout(() => ask({ what, cardIds, anchor }))
  return (
    <>
      <MenuItem icon={<UserRound size={size} aria-hidden />} hint={hint('assign')} onClick={asks('assign')}>
        {t('assign')}
      </MenuItem>
      <MenuItem icon={<Bot size={size} aria-hidden />} onClick={asks('delegate')}>
        {t('askDelegate')}
      </MenuItem>
      <MenuItem icon={<Tag size={size} aria-hidden />} hint={hint('labels')} onClick={asks('labels')}>
        {t('askLabels')}
      </MenuItem>
      <MenuItem icon={<SignalHigh size={size} aria-hidden />} hint={hint('priority')} onClick={asks('priority')}>
        {attribute('priority.command')}
      </MenuItem>
      <MenuItem icon={<CalendarClock size={size} aria-hidden />} hint={hint('due')} onClick={asks('due')}>
        {attribute('dueAt.command')}
      </MenuItem>
      <MenuLine />
      {only && <LinkItems card={only} />}
      {mayRename && (
        <MenuItem
          icon={<Pencil size={size} aria-hidden />}
          hint={hint('rename')}
          onClick={() =>
            void setTimeout(() => renaming.set(anchor?.closest<HTMLElement>('[data-tile]')?.dataset.tile ?? cardIds[0] ?? null))
          }
        >
          {t('rename')}
        </MenuItem>
      )}
      {cardIds.length === 1 && (
        <MenuItem icon={<SquareCheck size={size} aria-hidden />} hint={hint('select')} onClick={() => cardIds.forEach(selection.toggle)}>
          {t('select')}
        </MenuItem>
      )}
      <MenuItem icon={<ArrowRightLeft size={size} aria-hidden />} hint={hint('moveTo')} onClick={asks('move')}>
        {t('moveTo')}
      </MenuItem>
      <MenuItem
        icon={allDone ? <CircleDashed size={size} aria-hidden /> : <CircleCheck size={size} aria-hidden />}
        onClick={() => void complete(cards, !allDone)}
      >
        {allDone ? t('reopen') : t('complete')}
      </MenuItem>
      <MenuItem
        icon={<Archive size={size} aria-hidden />}
        hint={hint('archive')}
        onClick={() => void archive(cards, () => goOnBeside(cardIds, anchor))}
      >
        {t('archive')}
      </MenuItem>
    </>
  )
}

/** On a card, this menu takes the place of the browser's menu for links. */
function LinkItems({ card }: { card: CardModel }) {
  const t = useTranslations('card')
  const address = cardAddress(card.key)
  const copy = async () => {
    if (await copyText(address)) say({ title: t('copiedLink'), done: true, kind: 'copied' })
  }
  return (
    <>
      {!matchMedia('(pointer: coarse)').matches && (
        <MenuItem icon={<ExternalLink size={size} aria-hidden />} onClick={() => void window.open(address, '_blank', 'noopener')}>
          {t('newTab')}
        </MenuItem>
      )}
      <MenuItem icon={<Link2 size={size} aria-hidden />} onClick={() => void copy()}>
        {t('copyLink')}
      </MenuItem>
      <MenuLine />
    </>
  )
}
