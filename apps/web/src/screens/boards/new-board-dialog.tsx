import type { InputOf } from '@tandem/contract'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { api } from '../../api/client.ts'
import { queryClient } from '../../api/query-client.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Problem } from '../auth/problem.tsx'
import { useForm } from '../auth/use-form.ts'

type Template = NonNullable<InputOf<'board.create'>['template']>
/** How many lists each begins with, drawn as so many bars. */
const templates: readonly [Template, number][] = [
  ['kanban', 3],
  ['agent-pipeline', 5],
  ['empty', 0],
]

export function NewBoardDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useTranslations('boards')
  const navigate = useNavigate()
  const [template, setTemplate] = useState<Template>('kanban')
  const form = useForm(async ({ name = '' }) => {
    const board = await api.call('board.create', { name, template })
    await queryClient.invalidateQueries({ queryKey: ['boards'] })
    onClose()
    await navigate({ to: '/boards/$boardId', params: { boardId: board.id } })
  })
  return (
    <Dialog open={open} onClose={onClose} title={t('new')}>
      <form className="grid gap-4 p-4" onSubmit={form.submit}>
        <Field label={t('name')} name="name" required maxLength={200} autoComplete="off" problem={form.problemOf('name')} />
        <fieldset>
          <legend className="mb-1 font-medium text-ink-2 text-sm">{t('template')}</legend>
          <div className="grid gap-1.5">
            {templates.map(([choice, lists]) => (
              <label
                key={choice}
                className="flex cursor-pointer items-center gap-3 rounded-md border border-line px-3 py-2 has-checked:border-accent has-checked:bg-accent-soft has-focus-visible:outline-2 has-focus-visible:outline-focus"
              >
                <input
                  type="radio"
                  name="template"
                  className="sr-only"
                  checked={template === choice}
                  onChange={() => setTemplate(choice)}
                />
                <Bars count={lists} />
                <span>
                  <span className="block font-medium">{t(`templates.${choice}.name`)}</span>
                  <span className="block text-ink-2 text-sm">{t(`templates.${choice}.about`)}</span>
                </span>
              </label>
            ))}
          </div>
        </fieldset>
        <Problem text={form.problem} />
        <Button type="submit" look="primary" busy={form.busy} className="h-9 justify-self-end">
          {t('create')}
        </Button>
      </form>
    </Dialog>
  )
}

const heights = [18, 12, 22, 9, 15]

function Bars({ count }: { count: number }) {
  return (
    <svg aria-hidden width="44" height="26" viewBox="0 0 44 26" className="shrink-0 text-accent">
      {heights.slice(0, count).map((height, at) => (
        <rect key={height} x={1 + at * 8.7} y="2" width="6.5" height={height} rx="1.5" fill="currentColor" fillOpacity={0.75} />
      ))}
      {count === 0 && (
        <rect x="1.5" y="2.5" width="41" height="21" rx="3" fill="none" stroke="currentColor" strokeOpacity="0.6" strokeDasharray="3 3" />
      )}
    </svg>
  )
}
