import type { CardSummary } from '@tandem/contract'
import { useFormatter, useTranslations } from 'use-intl'
import { meQuery } from '../../api/queries.ts'
import { queryClient } from '../../api/query-client.ts'
import { useWrite } from '../../mutations/use-write.ts'
import { forgetItem } from '../../shell/recent.ts'
import { Confirm } from '../../ui/confirm.tsx'
import { AreaTexts } from '../../ui/text/area-texts.tsx'
import { say } from '../../ui/toasts/toast.tsx'

type Of = Pick<CardSummary, 'id' | 'key' | 'title' | 'commentCount' | 'attachmentCount' | 'checklist' | 'progress'>
type Props = { card: Of; boardId: string; onClose: () => void; onDeleted?: () => void }

/** Confirms the permanent deletion of a card, with the list of its contents. */
export function DeleteCard(props: Props) {
  return (
    <AreaTexts area="archive" fallback={null}>
      <Asked {...props} />
    </AreaTexts>
  )
}

function Asked({ card, boardId, onClose, onDeleted }: Props) {
  const t = useTranslations('archive.delete')
  const format = useFormatter()
  const write = useWrite()
  const remove = async () => {
    if (!(await write('card.delete', { cardId: card.id }, { failed: 'delete' }))) return
    forgetItem(queryClient.getQueryData(meQuery.queryKey)?.id ?? '', card.key)
    say({ done: true, title: t('done', { key: card.key }) })
    onDeleted?.()
    for (const queryKey of [['archive', boardId], ['card']]) void queryClient.invalidateQueries({ queryKey })
  }
  const counts = { comments: card.commentCount, files: card.attachmentCount, items: card.checklist.total } as const
  const names = ['comments', 'files', 'items'] as const
  const along = names.flatMap((name) => (counts[name] > 0 ? [t(`along.${name}`, { count: counts[name] })] : []))
  return (
    <Confirm title={t('title', { key: card.key })} action={t('act')} onConfirm={() => void remove()} onClose={onClose}>
      {along.length > 0 ? t('textAlong', { title: card.title, along: format.list(along) }) : t('text', { title: card.title })}
      {card.progress.total > 0 && ` ${t('subCards', { count: card.progress.total })}`}
    </Confirm>
  )
}
