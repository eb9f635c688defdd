import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { api } from '../../../api/client.ts'
import { queryClient } from '../../../api/query-client.ts'
import { forgetBoard } from '../../../live/board-query.ts'
import { useChangeBoard } from '../../../mutations/change-board.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/form/field.tsx'
import { Problem, useForm } from '../../../ui/form/form.tsx'
import { useBoardSettings } from '../board-context.ts'
import { Part } from '../page.tsx'

/** A board is archived, and only then deleted permanently. The note on every page of its settings offers to restore it. */
export function BoardEnd() {
  const t = useTranslations('settings.end')
  const { board } = useBoardSettings()
  const change = useChangeBoard()
  const [deleting, setDeleting] = useState(false)
  if (board.archivedAt === null)
    return (
      <Part title={t('archive')} intro={t('archiveIntro')}>
        <Button onClick={() => void change(board.id, { archived: true })}>{t('archive')}</Button>
      </Part>
    )
  return (
    <Part title={t('delete')} intro={t('deleteIntro')} danger>
      <Button variant="danger" onClick={() => setDeleting(true)}>
        {t('deleteBegin')}
      </Button>
      <Dialog open={deleting} onClose={() => setDeleting(false)} title={t('deleteOf', { name: board.name })}>
        <DeleteForm onClose={() => setDeleting(false)} />
      </Dialog>
    </Part>
  )
}

function DeleteForm({ onClose }: { onClose: () => void }) {
  const [t, settings] = [useTranslations('settings.end'), useTranslations('settings')]
  const { board } = useBoardSettings()
  const navigate = useNavigate()
  const [typed, setTyped] = useState('')
  const form = useForm(async ({ name = '' }) => {
    await api.call('board.delete', { boardId: board.id, name })
    await navigate({ to: '/' })
    forgetBoard(board.id)
    await queryClient.invalidateQueries({ queryKey: ['boards'] })
  })
  return (
    <form className="grid gap-4 p-4" onSubmit={form.submit}>
      <p className="text-md">{t('deleteWarning')}</p>
      <Field
        label={t('deleteName', { name: board.name })}
        name="name"
        required
        autoComplete="off"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        problem={form.problemOf('name')}
      />
      <Problem text={form.problem} />
      <div className="flex justify-end gap-2">
        <Button variant="quiet" onClick={onClose}>
          {settings('cancel')}
        </Button>
        <Button type="submit" variant="danger" busy={form.busy} disabled={typed !== board.name}>
          {t('deleteAct')}
        </Button>
      </div>
    </form>
  )
}
