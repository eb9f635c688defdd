import { useQuery } from '@tanstack/react-query'
import { useNavigate, useRouterState } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useTranslations } from 'use-intl'
import { boardsQuery, unreadQuery } from '../api/queries.ts'
import { onNotification } from '../live/hub.ts'
import mark from '../mark.svg'
import markAsking from '../mark-asking.svg'
import { pushedHere, telling } from './browser-notifications.ts'
import { useRecordRecent } from './use-record-recent.ts'
import { whereIn } from './where.ts'

/** Sets the title and icon of the tab, and records the visited pages. */
export function Attention() {
  useAttention()
  useRecordRecent()
  return null
}

/** No live frame reports that another user has answered, or that another tab has read a notification. In milliseconds. */
const pollEveryMs = 60_000
const product = 'Tandem'

/** An unanswered question shows in the title and icon of the tab, and, if the user allowed it, as a notification of the system. */
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
      if (row.reason !== 'question' || telling() !== 'on' || pushedHere.id() !== null || document.hasFocus()) return
      void import('./notify-question.ts').then(({ notifyQuestion }) => notifyQuestion(row, open)).catch(() => {})
    })
  }, [navigate])
  useEffect(() => {
    if (pushedHere.id() !== null) void import('./push.ts').then(({ keepPush }) => keepPush()).catch(() => {})
  }, [])
  useOpening(navigate)
}

/** A click on a notification opens this address in an open page. */
function useOpening(navigate: ReturnType<typeof useNavigate>): void {
  useEffect(() => {
    const { serviceWorker } = navigator
    if (!serviceWorker) return undefined
    const open = ({ data }: MessageEvent<{ open?: unknown }>) => {
      const key = /^\/cards\/([\w-]+)$/.exec(String(data?.open))?.[1]
      if (key !== undefined) void navigate({ to: '/cards/$key', params: { key } })
    }
    serviceWorker.addEventListener('message', open)
    serviceWorker.startMessages()
    return () => serviceWorker.removeEventListener('message', open)
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

/** The name of the current page. */
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
