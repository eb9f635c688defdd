import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { api } from '../../../api/client.ts'
import { queryClient } from '../../../api/query-client.ts'
import { Button } from '../../../ui/button.tsx'
import { classes } from '../../../ui/classes.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/form/field.tsx'
import { Problem, useForm } from '../../../ui/form/form.tsx'
import { Explained, tickClasses } from '../../../ui/form/tick.tsx'
import { useBoardSettings } from '../board-context.ts'
import { Part } from '../page.tsx'

/** Copies the board. */
export function CopyBoard() {
  const t = useTranslations('settings.copyBoard')
  const [open, setOpen] = useState(false)
  return (
    <Part title={t('title')} intro={t('intro')}>
      <Button onClick={() => setOpen(true)}>{t('begin')}</Button>
      <Dialog open={open} onClose={() => setOpen(false)} title={t('title')}>
        <CopyForm />
      </Dialog>
    </Part>
  )
}

function CopyForm() {
  const t = useTranslations('settings.copyBoard')
  const { board } = useBoardSettings()
  const navigate = useNavigate()
  const form = useForm(async ({ name = '', keyPrefix = '', withCards }) => {
    const prefix = keyPrefix.trim().toUpperCase()
    const copy = await api.call('board.copy', {
      boardId: board.id,
      name,
      withCards: withCards !== undefined,
      ...(prefix !== '' && { keyPrefix: prefix }),
    })
    await queryClient.invalidateQueries({ queryKey: ['boards'] })
    await navigate({ to: '/boards/$boardId', params: { boardId: copy.id } })
  })
  return (
    <form className="grid gap-4 p-4" onSubmit={form.submit}>
      <Field
        label={t('name')}
        name="name"
        required
        maxLength={200}
        autoComplete="off"
        defaultValue={t('nameOf', { name: board.name })}
        problem={form.problemOf('name')}
      />
      <Field
        label={t('prefix')}
        hint={t('prefixHint')}
        name="keyPrefix"
        minLength={2}
        maxLength={10}
        pattern="[A-Za-z][A-Za-z0-9]+"
        autoComplete="off"
        problem={form.problemOf('keyPrefix')}
      />
      <label className="flex items-start gap-2">
        <input type="checkbox" name="withCards" className={classes('mt-0.5', tickClasses)} />
        <Explained name={t('withCards')} about={t('withCardsHint')} />
      </label>
      <Problem text={form.problem} />
      <Button type="submit" variant="primary" busy={form.busy} className="justify-self-end">
        {t('title')}
      </Button>
    </form>
  )
}
