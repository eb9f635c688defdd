import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { api } from '../../api/client.ts'
import { queryClient } from '../../api/query-client.ts'
import { useLocaleChoice } from '../../i18n/locale.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/form/field.tsx'
import { Problem, useForm } from '../../ui/form/form.tsx'
import { type Template, TemplateChoice } from './template-choice.tsx'

export function NewBoardDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useTranslations('boards')
  const navigate = useNavigate()
  const { locale } = useLocaleChoice()
  const [template, setTemplate] = useState<Template>('kanban')
  const form = useForm(async ({ name = '' }) => {
    const board = await api.call('board.create', { name, template, language: locale })
    await queryClient.invalidateQueries({ queryKey: ['boards'] })
    onClose()
    await navigate({ to: '/boards/$boardId', params: { boardId: board.id } })
  })
  return (
    <Dialog open={open} onClose={onClose} title={t('new')}>
      <form className="grid gap-4 p-4" onSubmit={form.submit}>
        <Field label={t('name')} name="name" required maxLength={200} autoComplete="off" problem={form.problemOf('name')} />
        <TemplateChoice chosen={template} onChoose={setTemplate} />
        <Problem text={form.problem} />
        <Button type="submit" variant="primary" busy={form.busy} className="h-9 justify-self-end">
          {t('create')}
        </Button>
      </form>
    </Dialog>
  )
}
