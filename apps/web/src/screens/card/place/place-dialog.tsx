import type { CardPart } from '@tandem/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { isLost, useFailureText } from '../../../api/failure.ts'
import { boardsQuery } from '../../../api/queries.ts'
import type { ListModel } from '../../../live/board-model.ts'
import { boardQuery } from '../../../live/board-query.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { TextField } from '../../../ui/form/field.tsx'
import { Problem } from '../../../ui/form/form.tsx'
import { Select } from '../../../ui/form/select.tsx'
import { tickClasses } from '../../../ui/form/tick.tsx'
import { AreaTexts } from '../../../ui/text/area-texts.tsx'
import { MoveNotes, useLimitedName } from '../../board/move-notes.tsx'
import { useOpenCard } from '../card-context.ts'
import { type Place, usePlacing } from './use-placing.ts'

type Props = { act: 'move' | 'copy'; onClose: () => void }

/** An archived board takes no card, so another board has to be chosen. */
const nowhere: Place = { boardId: '', listId: '', belowId: null }

/** Chooses the target of a card or of its copy: any list of any board that the user may write to. */
export const PlaceDialog = (props: Props) => (
  <AreaTexts area="bulk" fallback={null}>
    <Placing {...props} />
  </AreaTexts>
)

function Placing({ act, onClose }: Props) {
  const t = useTranslations('details.place')
  const { card, isArchived } = useOpenCard()
  const [title, setTitle] = useState(card.title)
  const [keep, setKeep] = useState<readonly string[]>(cardParts)
  const [place, setPlace] = useState<Place>(isArchived ? nowhere : { boardId: card.boardId, listId: card.listId, belowId: null })
  const [busy, setBusy] = useState(false)
  const { move, copy } = usePlacing()
  const { lists, isThere, failure } = useLists(place.boardId)
  const own = useLists(act === 'move' ? card.boardId : '')
  // An undo of a move needs the place of the card among all cards of its board.
  const isPart = act === 'move' && !own.isThere
  const lost = failure ?? own.failure
  const text = useFailureText()
  // A list that is not shown, such as one that was archived meanwhile, takes no card.
  const isChosen = lists.some((list) => list.id === place.listId)
  const go = async () => {
    setBusy(true)
    const done = await (act === 'move' ? move(place) : copy(place, { title, keep: cardParts.filter((part) => keep.includes(part)) }))
    setBusy(false)
    if (done) onClose()
  }
  return (
    <Dialog onClose={onClose} title={t(act === 'move' ? 'moveTitle' : 'copyTitle', { key: card.key })}>
      <form
        className="grid gap-4 p-4"
        onSubmit={(event) => {
          event.preventDefault()
          void go()
        }}
      >
        {act === 'copy' && (
          <TextField
            label={t('title')}
            value={title}
            maxLength={500}
            rows={1}
            className="min-h-9 pointer-coarse:min-h-11"
            onChange={(event) => setTitle(event.target.value)}
          />
        )}
        <PlaceFields place={place} lists={lists} onPlace={setPlace} />
        {act === 'copy' && <Parts keep={keep} onKeep={setKeep} />}
        {act === 'move' && (
          <MoveNotes cards={[card]} list={lists.find(({ id }) => id === place.listId)} isAcross={place.boardId !== card.boardId} />
        )}
        {(isPart || (!isThere && place.boardId !== '')) && lost === null && (
          <p role="status" className="text-ink-2 text-sm">
            {t('later')}
          </p>
        )}
        <Problem text={lost === null ? null : text(lost)} />
        <Button type="submit" variant="primary" busy={busy} disabled={!isChosen || isPart} className="justify-self-end">
          {t(act === 'move' ? 'move' : 'copy')}
        </Button>
      </form>
    </Dialog>
  )
}

/** The lists of a board that take a card. */
function useLists(boardId: string): { lists: readonly ListModel[]; isThere: boolean; failure: unknown } {
  const query = useQuery({ ...boardQuery(boardId), enabled: boardId !== '' })
  const lists = query.data?.lists.filter((list) => list.archivedAt === null) ?? []
  return { lists, isThere: query.data !== undefined, failure: isLost(query) ? query.error : null }
}

type FieldsProps = { place: Place; lists: readonly ListModel[]; onPlace: (place: Place) => void }

function PlaceFields({ place, lists, onPlace }: FieldsProps) {
  const t = useTranslations('details.place')
  const { card } = useOpenCard()
  const nameOf = useLimitedName()
  const boards = useQuery(boardsQuery).data ?? []
  const writable = boards.filter((one) => one.role !== 'viewer' && one.archivedAt === null)
  const others = lists.find((list) => list.id === place.listId)?.cards.filter((one) => one.id !== card.id) ?? []
  const listId = lists.some((list) => list.id === place.listId) ? place.listId : ''
  return (
    <>
      <Select
        label={t('board')}
        value={place.boardId}
        onChange={(boardId) => onPlace({ boardId, listId: '', belowId: null })}
        choices={[
          ...(place.boardId === '' ? [['', t('chooseBoard')] as const] : []),
          ...writable.map((one) => [one.id, one.name] as const),
        ]}
      />
      <Select
        label={t('list')}
        value={listId}
        onChange={(next) => onPlace({ ...place, listId: next, belowId: null })}
        choices={[...(listId === '' ? [['', t('choose')] as const] : []), ...lists.map((list) => [list.id, nameOf(list)] as const)]}
      />
      <Select
        label={t('place')}
        value={place.belowId ?? ''}
        onChange={(belowId) => onPlace({ ...place, belowId: belowId === '' ? null : belowId })}
        choices={[['', t('top')], ...others.map((one) => [one.id, t('below', { title: one.title })] as const)]}
      />
    </>
  )
}

function Parts({ keep, onKeep }: { keep: readonly string[]; onKeep: (keep: readonly string[]) => void }) {
  const t = useTranslations('details.place')
  return (
    <fieldset>
      <legend className="mb-1 font-medium text-ink-2 text-sm">{t('keep')}</legend>
      <div className="grid grid-cols-2">
        {cardParts.map((part) => (
          <label key={part} className="flex min-h-7 items-center gap-2 pointer-coarse:min-h-11">
            <input
              type="checkbox"
              checked={keep.includes(part)}
              onChange={(event) => onKeep(event.target.checked ? [...keep, part] : keep.filter((one) => one !== part))}
              className={tickClasses}
            />
            {t(`parts.${part}`)}
          </label>
        ))}
      </div>
    </fieldset>
  )
}

/** The parts of a card that a copy can include. */
const cardParts: readonly CardPart[] = ['labels', 'assignees', 'fields', 'dates', 'checklist', 'attachments']
