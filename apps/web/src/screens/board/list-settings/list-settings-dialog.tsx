import { listCategories } from '@tandem/contract'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { changeList, type ListModel } from '../../../live/board-model.ts'
import { showBoard } from '../../../live/board-query.ts'
import { useWrite } from '../../../mutations/use-write.ts'
import { Button } from '../../../ui/button.tsx'
import { classes } from '../../../ui/classes.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { ColorChoice } from '../../../ui/form/color-choice.tsx'
import { Select } from '../../../ui/form/select.tsx'
import { Explained, tickClasses } from '../../../ui/form/tick.tsx'
import { useBoardFrame } from '../board-context.ts'
import { ListLimitFields } from './list-limit-fields.tsx'
import { ListQueueFields, queueToSend } from './list-queue-fields.tsx'

type Settings = Pick<ListModel, 'wipLimit' | 'wipPolicy' | 'category' | 'acceptance' | 'color' | 'queue'>

/**
 * The settings of a list: its limit, its category and colour, whether agents take cards from it, and whether people review their work
 * there.
 */
export function ListSettingsDialog({ list, onClose }: { list: ListModel; onClose: () => void }) {
  const t = useTranslations('list')
  const { board } = useBoardFrame()
  const write = useWrite()
  // Compared on saving, so that a setting that was not changed here keeps the value that another user gave it meanwhile.
  const [before] = useState(list)
  const [limit, setLimit] = useState(String(before.wipLimit ?? ''))
  const [policy, setPolicy] = useState(before.wipPolicy)
  const [category, setCategory] = useState(before.category)
  const [queue, setQueue] = useState(before.queue)
  const [acceptance, setAcceptance] = useState(before.acceptance)
  const [color, setColor] = useState(before.color)
  const save = () => {
    onClose()
    const change: Partial<Settings> = {}
    const wipLimit = limit === '' ? null : Number(limit)
    if (wipLimit !== before.wipLimit) change.wipLimit = wipLimit
    if (policy !== before.wipPolicy) change.wipPolicy = policy
    if (category !== before.category) change.category = category
    if (acceptance !== before.acceptance) change.acceptance = acceptance
    if (color !== before.color) change.color = color
    if (JSON.stringify(queue) !== JSON.stringify(before.queue)) change.queue = queueToSend(board.members, queue)
    if (Object.keys(change).length === 0) return
    const show = () => showBoard(board.id, (now) => changeList(now, list.id, change))
    void write('list.update', { listId: list.id, ...change }, { failed: 'list', show })
  }
  return (
    <Dialog open onClose={onClose} title={t('settingsOf', { list: list.name })}>
      <form
        className="grid gap-4 p-4"
        onSubmit={(event) => {
          event.preventDefault()
          save()
        }}
      >
        <ListLimitFields limit={limit} onLimit={setLimit} policy={policy} onPolicy={setPolicy} />
        <div className="grid gap-1">
          <Select
            label={t('category')}
            value={category}
            onChange={(chosen) => setCategory(listCategories.find((one) => one === chosen) ?? category)}
            choices={listCategories.map((one) => [one, t(`categories.${one}`)] as const)}
          />
          <p className="text-ink-3 text-sm">{t('categoryHint')}</p>
        </div>
        <div className="grid gap-1">
          <span className="font-medium text-ink-2 text-sm">{t('color')}</span>
          <ColorChoice color={color} onColor={setColor} none={{ name: t('colorNone'), onChoose: () => setColor(null) }} />
        </div>
        <ListQueueFields members={board.members} queue={queue} onQueue={setQueue} />
        <label className="flex items-start gap-2">
          <input
            type="checkbox"
            checked={acceptance === 'required'}
            onChange={(event) => setAcceptance(event.target.checked ? 'required' : 'none')}
            className={classes('mt-0.5', tickClasses)}
          />
          <Explained name={t('acceptance')} about={t('acceptanceHint')} />
        </label>
        <Button type="submit" variant="primary" className="justify-self-end">
          {t('save')}
        </Button>
      </form>
    </Dialog>
  )
}
