import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { boardsQuery } from '../../../api/queries.ts'
import { boardsIn, isScope } from './scopes.ts'

/** What a credential may do and where, in a line; the scopes themselves on hover. */
export function ScopeSummary({ scopes }: { scopes: readonly string[] }) {
  const t = useTranslations('settings')
  const boards = useQuery(boardsQuery).data ?? []
  const plain = scopes.filter(isScope)
  const leash = boardsIn(scopes).map((id) => boards.find((board) => board.id === id)?.name ?? t('tokens.otherBoard'))
  return (
    <>
      <span title={plain.join(' ')}>{plain.map((scope) => t(`scopes.${scope}.name`)).join(', ')}</span>
      <span>{leash.length === 0 ? t('tokens.everyBoard') : t('tokens.onlyBoards', { boards: leash.join(', ') })}</span>
    </>
  )
}
