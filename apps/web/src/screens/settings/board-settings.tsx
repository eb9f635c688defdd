import { useQuery } from '@tanstack/react-query'
import { Link, type LinkProps, useParams } from '@tanstack/react-router'
import { ChevronLeft } from 'lucide-react'
import { useEffect } from 'react'
import { useTranslations } from 'use-intl'
import { isLost } from '../../api/failure.ts'
import { meQuery } from '../../api/queries.ts'
import { outlineQuery } from '../../api/settings-queries.ts'
import { watchBoard } from '../../live/hub.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { PagePending } from '../../ui/spinner.tsx'
import { AreaTexts } from '../../ui/text/area-texts.tsx'
import { ArchivedNote } from '../board/archived-note.tsx'
import { BoardSettingsContext, useBoardSettings } from './board-context.ts'
import { boardPages } from './board-pages.ts'
import { aboutBoardPage, boardPagesFor } from './pages.ts'
import { navGroups, SettingsLayout, ShownPage } from './settings-layout.tsx'

const from = '/signed-in/boards/$boardId/settings/{-$page}/{-$item}'

/** The settings of a board. All who read the board may see them; the changes that they may make depend on their role. */
export function BoardSettings() {
  const { boardId } = useParams({ from })
  const me = useQuery(meQuery).data
  const outline = useQuery(outlineQuery(boardId))
  const isThere = outline.data !== undefined
  useEffect(() => (isThere ? watchBoard(boardId) : undefined), [boardId, isThere])
  if (isLost(outline)) return <ErrorState level="h1" failure={outline.error} onRetry={() => outline.refetch()} />
  if (!outline.data || !me) return <PagePending />
  const role = outline.data.members.find((member) => member.actorId === me.id)?.role
  const isOpen = outline.data.archivedAt === null
  const isAdmin = role === 'admin'
  const mayWrite = isOpen && (isAdmin || role === 'member')
  const open = { board: outline.data, meId: me.id, mayWrite, mayManage: isOpen && isAdmin, isAdmin }
  return (
    <AreaTexts area="settings">
      <AreaTexts area="keys">
        <BoardSettingsContext value={open}>
          <Pages />
        </BoardSettingsContext>
      </AreaTexts>
    </AreaTexts>
  )
}

function Pages() {
  const t = useTranslations('settings')
  const names = useTranslations('keys.boardPages')
  const { boardId, page } = useParams({ from })
  const { board, isAdmin } = useBoardSettings()
  const wayTo = (key?: string): LinkProps => ({ to: '/boards/$boardId/settings/{-$page}/{-$item}', params: { boardId, page: key } })
  const offered = boardPagesFor(isAdmin).map((key) => [key, aboutBoardPage[key]] as const)
  const groups = navGroups(offered, { nameOf: names, groupName: (group) => t(`boardGroups.${group}`), wayTo })
  const shown = offered.find(([key]) => key === (page ?? offered[0]?.[0]))?.[0]
  return (
    <SettingsLayout title={t('boardTitle')} subtitle={<ToBoard />} home={wayTo()} groups={groups} page={page}>
      {board.archivedAt !== null && <ArchivedNote boardId={board.id} isAdmin={isAdmin} className="mb-5" />}
      <ShownPage of={shown && boardPages[shown]} />
    </SettingsLayout>
  )
}

function ToBoard() {
  const { board } = useBoardSettings()
  return (
    <Link
      to="/boards/$boardId"
      params={{ boardId: board.id }}
      className="flex items-center gap-2 text-ink-2 hover:text-ink max-md:min-h-11 md:mb-4 md:px-2"
    >
      <ChevronLeft size={16} aria-hidden className="shrink-0 text-ink-3" /> <span className="truncate">{board.name}</span>
    </Link>
  )
}
