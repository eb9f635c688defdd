import { useQuery } from '@tanstack/react-query'
import { useNavigate, useRouterState } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useTranslations } from 'use-intl'
import { boardsQuery, unreadQuery } from '../api/queries.ts'
import { onNotification } from '../live/hub.ts'
import mark from '../mark.svg'
import markAsking from '../mark-asking.svg'
import { telling } from './browser-notifications.ts'
import { useRecordRecent } from './use-record-recent.ts'
import { whereIn } from './where.ts'

/** What the tab is called and tells, and what it remembers. */
export function Attention() {
  useAttention()
  useRecordRecent()
  return null
}

/** No frame tells that somebody else has answered, or that another tab has read. */
const pollEveryMs = 60_000
const product = 'Tandem'

/** A question that waits is seen from any tab: in the title, on the icon, and, where that was wanted, from outside the browser. */
function useAttention(): void {
  const t = useTranslations('shell')
  const rows = useQuery({ ...unreadQuery, refetchInterval: pollEveryMs }).data ?? []
  const count = rows.filter((row) => row.reason === 'question').length
  const where = useWhere()
  useEffect(() => {
    const title = where === '' ? product : `${where} · ${product}`
    document.title = count === 0 ? title : t('asking', { count, title })
  }, [count, where, t])
  useEffect(() => {
    document.querySelector('link[rel=icon]')?.setAttribute('href', count === 0 ? mark : markAsking)
  }, [count])
  useTelling()
}

function useTelling(): void {
  const navigate = useNavigate()
  useEffect(() => {
    const open = (key: string) => void navigate({ to: '/cards/$key', params: { key } })
    return onNotification((row) => {
      if (row.reason !== 'question' || telling() !== 'on' || document.hasFocus()) return
      void import('./notify-question.ts').then(({ notifyQuestion }) => notifyQuestion(row, open)).catch(() => {})
    })
  }, [navigate])
}

const places: Record<string, 'inbox' | 'myWork' | 'waiting' | 'search' | 'agents' | 'settings'> = {
  '/inbox': 'inbox',
  '/my-work': 'myWork',
  '/waiting': 'waiting',
  '/search': 'search',
  '/agents': 'agents',
  '/settings': 'settings',
}

/** What the page that is shown is called. */
function useWhere(): string {
  const t = useTranslations('shell')
  const path = useRouterState({ select: ({ location }) => location.pathname })
  const boards = useQuery(boardsQuery).data
  const { boardId, key } = whereIn(path)
  const board = boards?.find((one) => one.id === boardId)?.name
  if (board !== undefined) return key === undefined ? board : `${key} · ${board}`
  if (key !== undefined) return key
  const place = places[`/${path.split('/')[1] ?? ''}`]
  return place === undefined ? '' : t(place)
}
