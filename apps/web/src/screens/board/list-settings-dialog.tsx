import { listCategories } from '@tandem/contract'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { changeList, type ListModel } from '../../live/board-model.ts'
import { showBoard } from '../../live/board-query.ts'
import { useWrite } from '../../mutations/use-write.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/form/field.tsx'
import { Select } from '../../ui/form/select.tsx'
import { useBoardFrame } from './board-context.ts'

/** How many cards should be in work in a list at most, what the list is for, and whether people review the work of agents there. */
export function ListSettingsDialog({ list, onClose }: { list: ListModel; onClose: () => void }) {
  const t = useTranslations('list')
  const { board } = useBoardFrame()
  const write = useWrite()
  // A setting that somebody else changes meanwhile is kept unless it was changed here too.
  const [before] = useState(list)
  const [limit, setLimit] = useState(String(before.wipLimit ?? ''))
  const [category, setCategory] = useState(before.category)
  const [acceptance, setAcceptance] = useState(before.acceptance)
  const save = () => {
    onClose()
    const change: Partial<Pick<ListModel, 'wipLimit' | 'category' | 'acceptance'>> = {}
    const wipLimit = limit === '' ? null : Number(limit)
    if (wipLimit !== before.wipLimit) change.wipLimit = wipLimit
    if (category !== before.category) change.category = category
    if (acceptance !== before.acceptance) change.acceptance = acceptance
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
        <Field
          label={t('limit')}
          type="number"
          inputMode="numeric"
          min={1}
          max={10_000}
          value={limit}
          onChange={(event) => setLimit(event.target.value)}
          hint={t('limitHint')}
        />
        <div className="grid gap-1">
          <Select
            label={t('category')}
            value={category}
            onChange={(chosen) => setCategory(listCategories.find((one) => one === chosen) ?? category)}
            choices={listCategories.map((one) => [one, t(`categories.${one}`)] as const)}
          />
          <p className="text-ink-3 text-sm">{t('categoryHint')}</p>
        </div>
        <label className="flex items-start gap-2">
          <input
            type="checkbox"
            checked={acceptance === 'required'}
            onChange={(event) => setAcceptance(event.target.checked ? 'required' : 'none')}
            className="mt-0.5 size-4 accent-accent"
          />
          <span>
            {t('acceptance')} <span className="block text-ink-3 text-sm">{t('acceptanceHint')}</span>
          </span>
        </label>
        <Button type="submit" variant="primary" className="justify-self-end">
          {t('save')}
        </Button>
      </form>
    </Dialog>
  )
}
