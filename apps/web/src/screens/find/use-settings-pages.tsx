import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { meQuery } from '../../api/queries.ts'
import { useLocalLogin } from '../auth/providers.tsx'
import { aboutBoardPage, aboutPersonalPage, boardPagesFor, personalPagesFor } from '../settings/pages.ts'
import type { Entry } from './entry.ts'
import type { Place } from './use-place.ts'

/** The pages of settings, found by typing only: otherwise they would be most of the list. */
export function useSettingsPages({ about, isAdmin }: Place): Entry[] {
  const [ofBoard, ofPerson] = [useTranslations('keys.boardPages'), useTranslations('keys.pages')]
  const [boardWords, words] = [useTranslations('find.alsoBoardPages'), useTranslations('find.alsoPages')]
  const [board, shell] = [useTranslations('board'), useTranslations('shell')]
  const navigate = useNavigate()
  const me = useQuery(meQuery).data
  const localLogin = useLocalLogin()
  const boardPages = (about ? boardPagesFor(isAdmin) : []).map((page): Entry => {
    const Icon = aboutBoardPage[page].icon
    const params = { boardId: about?.id ?? '', page }
    const run = () => void navigate({ to: '/boards/$boardId/settings/{-$page}/{-$item}', params })
    const [text, hint] = [ofBoard(page), board('settings')]
    return {
      id: `board-page.${page}`,
      group: 'board',
      icon: <Icon size={16} aria-hidden />,
      text,
      also: `${hint} ${boardWords(page)}`,
      hint,
      run,
    }
  })
  const pages = personalPagesFor(me, localLogin).map((page): Entry => {
    const Icon = aboutPersonalPage[page].icon
    const run = () => void navigate({ to: '/settings/{-$page}', params: { page } })
    const [text, hint] = [ofPerson(page), shell('settings')]
    return { id: `page.${page}`, group: 'go', icon: <Icon size={16} aria-hidden />, text, also: `${hint} ${words(page)}`, hint, run }
  })
  return [...boardPages, ...pages]
}
