import type { Board } from '@tandem/contract'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { api } from '../../api/client.ts'
import { queryClient } from '../../api/query-client.ts'
import { useLocaleChoice } from '../../i18n/locale.tsx'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/form/field.tsx'
import { Problem, useForm } from '../../ui/form/form.tsx'
import { Select } from '../../ui/form/select.tsx'
import { type Template, TemplateChoice } from '../boards/template-choice.tsx'
import { type Shared, Step } from './step.tsx'

/** Chooses the board on which the agent works: a new or an existing one. */
export function BoardStep({ board, boards, go }: Shared & { boards: readonly Board[] }) {
  const t = useTranslations('start')
  const [making, setMaking] = useState(boards.length === 0)
  const own = boards.filter((one) => one.role === 'admin' && one.archivedAt === null)
  const change = (boardId: string) => go({ boardId })
  // A member of other people's boards has none to choose.
  const toCreate = boards.length === 0 ? 'board.first' : 'board.new'
  return (
    <Step number={1} title={t(own.length === 0 ? toCreate : 'board.title')} done={board !== null} isOpen>
      {board === null && (making || own.length === 0) && <NewBoard onMade={change} />}
      {(board !== null || (!making && own.length > 0)) && (
        <div className="flex flex-wrap items-end gap-2">
          <div className="min-w-56">
            <Select
              label={t('board.which')}
              value={board?.id ?? ''}
              onChange={change}
              choices={[...(board ? [] : [['', t('board.choose')] as const]), ...own.map((one) => [one.id, one.name] as const)]}
            />
          </div>
          {board === null && (
            <Button variant="quiet" onClick={() => setMaking(true)}>
              {t('board.new')}
            </Button>
          )}
          {board !== null && (
            <Link
              to="/boards/$boardId"
              params={{ boardId: board.id }}
              className="flex h-9 items-center px-2 text-accent underline underline-offset-2"
            >
              {t('board.open')}
            </Link>
          )}
        </div>
      )}
    </Step>
  )
}

function NewBoard({ onMade }: { onMade: (boardId: string) => void }) {
  const t = useTranslations('start.board')
  const { locale } = useLocaleChoice()
  const [template, setTemplate] = useState<Template>('agent-pipeline')
  const navigate = useNavigate()
  const form = useForm(async ({ name = '' }) => {
    const made = await api.call('board.create', { name, template, language: locale })
    onMade(made.id)
    // The start page shows the list of boards once there is one, so leave it before the list is read again.
    await navigate({ to: '/connect' })
    await queryClient.invalidateQueries({ queryKey: ['boards'] })
  })
  return (
    <form className="grid max-w-md gap-3" onSubmit={form.submit}>
      <Field label={t('name')} name="name" required maxLength={200} autoComplete="off" problem={form.problemOf('name')} />
      <TemplateChoice chosen={template} onChoose={setTemplate} />
      <Problem text={form.problem} />
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" variant="primary" busy={form.busy} className="h-9">
          {t('create')}
        </Button>
        <Link to="/settings/{-$page}" params={{ page: 'imports' }} className="text-accent underline underline-offset-2">
          {t('import')}
        </Link>
      </div>
    </form>
  )
}
