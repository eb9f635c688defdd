import type { View } from '@tandem/contract'
import { useQuery } from '@tanstack/react-query'
import { BookmarkPlus, PencilLine, Save, Star, Trash2 } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { viewsQuery } from '../../../api/queries.ts'
import type { BoardModel } from '../../../live/board-model.ts'
import { useFavourites } from '../../../mutations/favourites.ts'
import { MenuChoice, MenuHeading, MenuItem, MenuLine, MenuToggle } from '../../../ui/menu.tsx'
import { AreaTexts } from '../../../ui/text/area-texts.tsx'
import { useBoardFrame } from '../board-context.ts'
import { laneKinds, lanesIn } from '../filter/search.ts'
import type { BoardDisplay } from '../filter/use-board-display.ts'
import { makesLanes } from '../lanes/lanes.ts'
import { useOrderChoices } from '../list/order-choices.ts'
import { orderIn } from '../list/ordering.ts'
import { setAgeing } from '../tile/ageing.ts'
import { starredView } from './starred-view.ts'
import { useMayChange, useSaveChanges } from './use-save-changes.ts'
import { DeleteViewDialog, EditViewDialog, SaveViewDialog } from './view-dialogs.tsx'

export type ViewDialog = 'save' | 'edit' | 'delete'
type Props = { board: BoardModel; display: BoardDisplay; onAsk: (dialog: ViewDialog) => void }

export function ViewMenu(props: Props) {
  const { isArchived } = useBoardFrame()
  return (
    <AreaTexts area="views">
      <Views {...props} />
      {props.display.layout === 'board' && <LanesChoice {...props} />}
      {props.display.layout === 'list' && <OrderChoice {...props} />}
      {props.display.layout === 'board' && <AgeingChoice boardId={props.board.id} />}
      {props.display.view && <StarView board={props.board} view={props.display.view} />}
      {!isArchived && <MenuLine />}
      {!isArchived && <Acts {...props} />}
    </AreaTexts>
  )
}

function Views({ board, display }: Props) {
  const t = useTranslations('views')
  const { data: views = [] } = useQuery(viewsQuery(board.id))
  const groups = [
    { name: t('shared'), views: views.filter((view) => view.shared) },
    { name: t('private'), views: views.filter((view) => !view.shared) },
  ]
  const chosen = display.view?.id ?? ''
  const choices = (of: readonly View[]) => of.map((view) => [view.id, view.name] as const)
  return (
    <>
      <MenuChoice value={chosen} onChange={() => display.choose(null)} choices={[['', t('all')]]} />
      {groups.map(
        (group) =>
          group.views.length > 0 && (
            <div key={group.name}>
              <MenuHeading>{group.name}</MenuHeading>
              <MenuChoice value={chosen} onChange={(viewId) => display.choose(viewId)} choices={choices(group.views)} />
            </div>
          ),
      )}
      {views.length === 0 && <p className="max-w-56 px-2 py-1 text-ink-3 text-sm">{t('none')}</p>}
    </>
  )
}

/** The rows of the board: part of its display, like the layout, and saved with a view. */
function LanesChoice({ board, display }: Props) {
  const t = useTranslations('views.lanes')
  const choices = [
    ['', t('none')] as const,
    ...laneKinds.map((kind) => [kind, t(`by.${kind}`)] as const),
    ...board.fields.flatMap((field) => (makesLanes(field) ? [[`field:${field.id}`, t('byField', { field: field.name })] as const] : [])),
  ]
  return (
    <>
      <MenuLine />
      <MenuHeading>{t('title')}</MenuHeading>
      <MenuChoice value={display.lanes ?? ''} onChange={(lanes) => display.change({ lanes: lanesIn(lanes) })} choices={choices} />
      {display.lanes && (
        <MenuToggle checked={display.emptyLanes} onChange={(emptyLanes) => display.change({ emptyLanes })}>
          {t('empty')}
        </MenuToggle>
      )}
    </>
  )
}

/** On a phone, where the table has no header. */
function OrderChoice({ board: { fields }, display }: Props) {
  const t = useTranslations('views.list')
  const choices = useOrderChoices(fields)
  return (
    <div className="md:hidden">
      <MenuLine />
      <MenuHeading>{t('order')}</MenuHeading>
      <MenuChoice
        value={orderIn(display.sort, fields) ? (display.sort ?? '') : ''}
        onChange={(sort) => display.sortBy(sort === '' ? null : sort)}
        choices={choices}
      />
    </div>
  )
}

/** The person's own display settings, which apply to any view. */
function AgeingChoice({ boardId }: { boardId: string }) {
  const t = useTranslations('views')
  const { ageing, meId } = useBoardFrame()
  return (
    <>
      <MenuLine />
      <MenuToggle checked={ageing} onChange={(isOn) => setAgeing(meId, boardId, isOn)}>
        {t('ageing')}
      </MenuToggle>
    </>
  )
}

function StarView({ board, view }: { board: BoardModel; view: View }) {
  const t = useTranslations('shell')
  const { isFavourite, toggle } = useFavourites()
  return (
    <>
      <MenuLine />
      <MenuItem icon={<Star size={15} aria-hidden />} onClick={() => void toggle(starredView(board, view))}>
        {isFavourite(view.id) ? t('unstar') : t('star')}
      </MenuItem>
    </>
  )
}

function Acts({ board, display, onAsk }: Props) {
  const t = useTranslations('views')
  const mayChange = useMayChange()
  const { save } = useSaveChanges(board, display)
  const { view } = display
  const mine = view !== null && mayChange(view)
  return (
    <>
      {mine && display.isEdited && (
        <MenuItem icon={<Save size={15} aria-hidden />} onClick={() => void save()}>
          {t('saveChanges')}
        </MenuItem>
      )}
      <MenuItem icon={<BookmarkPlus size={15} aria-hidden />} onClick={() => onAsk('save')}>
        {t('saveAs')}
      </MenuItem>
      {mine && (
        <>
          <MenuItem icon={<PencilLine size={15} aria-hidden />} onClick={() => onAsk('edit')}>
            {t('edit')}
          </MenuItem>
          <MenuItem icon={<Trash2 size={15} aria-hidden />} danger onClick={() => onAsk('delete')}>
            {t('delete')}
          </MenuItem>
        </>
      )}
    </>
  )
}

type DialogsProps = { dialog: ViewDialog; board: BoardModel; display: BoardDisplay; onClose: () => void }

export function ViewDialogs(props: DialogsProps) {
  return (
    <AreaTexts area="views">
      <OpenDialog {...props} />
    </AreaTexts>
  )
}

function OpenDialog({ dialog, board, display, onClose }: DialogsProps) {
  if (dialog === 'save') return <SaveViewDialog board={board} display={display} onClose={onClose} />
  if (!display.view) return null
  if (dialog === 'edit') return <EditViewDialog view={display.view} onClose={onClose} />
  return <DeleteViewDialog view={display.view} display={display} onClose={onClose} />
}
