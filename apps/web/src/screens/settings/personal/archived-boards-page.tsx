import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useFormatter, useTranslations } from 'use-intl'
import { archivedBoardsQuery } from '../../../api/settings-queries.ts'
import { useChangeBoard } from '../../../mutations/change-board.ts'
import { Button } from '../../../ui/button.tsx'
import { wholeDay } from '../../../ui/date-styles.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Loaded } from '../loaded.tsx'
import { Page, Row, Rows } from '../page.tsx'

/** Archived boards, with buttons that restore them. */
export function ArchivedBoardsPage() {
  const t = useTranslations('settings.archivedBoards')
  const format = useFormatter()
  const boards = useQuery(archivedBoardsQuery)
  const change = useChangeBoard()
  return (
    <Page title={t('title')} intro={t('intro')}>
      <Loaded of={boards}>
        {(archived) =>
          archived.length === 0 ? (
            <EmptyState title={t('emptyTitle')}>{t('emptyText')}</EmptyState>
          ) : (
            <Rows label={t('title')}>
              {archived.map(({ id, name, archivedAt, role }) => (
                <Row
                  key={id}
                  title={
                    <Link to="/boards/$boardId" params={{ boardId: id }} className="truncate hover:underline">
                      {name}
                    </Link>
                  }
                  facts={archivedAt !== null && t('since', { date: format.dateTime(new Date(archivedAt), wholeDay) })}
                >
                  {role === 'admin' && (
                    <>
                      <Button size="sm" aria-label={t('restoreOf', { name })} onClick={() => void change(id, { archived: false })}>
                        {t('restore')}
                      </Button>
                      <Link
                        to="/boards/$boardId/settings/{-$page}/{-$item}"
                        params={{ boardId: id, page: 'general' }}
                        aria-label={t('settingsOf', { name })}
                        className="rounded-md px-2 py-1 text-ink-2 text-sm hover:bg-hover hover:text-ink"
                      >
                        {t('settings')}
                      </Link>
                    </>
                  )}
                </Row>
              ))}
            </Rows>
          )
        }
      </Loaded>
    </Page>
  )
}
