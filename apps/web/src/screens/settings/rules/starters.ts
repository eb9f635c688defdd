import { useTranslations } from 'use-intl'
import { useBoardSettings } from '../board-context.ts'
import type { Definition } from './draft.ts'

/** Common rules, with the lists and agents of this board filled in. */
export function useStarters(): Definition[] {
  const t = useTranslations('automation.starters')
  const { board } = useBoardSettings()
  const [first, last] = [board.lists[0]?.id ?? '', board.lists.at(-1)?.id ?? '']
  const agent = board.members.find(({ kind }) => kind === 'agent')?.actorId ?? ''
  const timezone = new Intl.DateTimeFormat().resolvedOptions().timeZone
  return [
    {
      name: t('done'),
      trigger: { verb: 'card.moved', filters: { toListId: last } },
      conditions: [{ field: 'completedAt', op: 'is_not_set' }],
      actions: [{ type: 'complete_card' }],
    },
    {
      name: t('merged'),
      trigger: { verb: 'vcs.pr_merged' },
      conditions: [],
      actions: [{ type: 'move_card', listId: last, position: 'top' }, { type: 'complete_card' }],
    },
    {
      name: t('toAgent'),
      trigger: { verb: 'card.labeled', filters: { labelId: board.labels[0]?.id ?? '' } },
      conditions: [{ field: 'assignee', op: 'is_not_set' }],
      actions: [{ type: 'delegate', agentActorId: agent }],
    },
    {
      name: t('weekly'),
      trigger: { schedule: { cron: '0 9 * * 1', timezone } },
      conditions: [],
      actions: [{ type: 'create_card', listId: first, title: t('weeklyCard') }],
    },
    {
      name: t('cleanUp'),
      trigger: { schedule: { cron: '0 3 * * *', timezone } },
      conditions: [
        { field: 'listId', op: 'is', value: last },
        { field: 'completedAt', op: 'is_set' },
      ],
      actions: [{ type: 'archive_card' }],
    },
  ]
}
