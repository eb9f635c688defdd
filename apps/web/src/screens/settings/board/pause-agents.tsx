import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { api } from '../../../api/client.ts'
import { rereadOutline } from '../../../api/settings-queries.ts'
import { useResumeAgents } from '../../../mutations/pause.ts'
import { Button } from '../../../ui/button.tsx'
import { classes } from '../../../ui/classes.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/form/field.tsx'
import { Problem, useForm } from '../../../ui/form/form.tsx'
import { Explained, tickClasses } from '../../../ui/form/tick.tsx'
import { useBoardSettings } from '../board-context.ts'
import { Part } from '../page.tsx'

/** Members pause the agents of a board with a reason, and resume them. */
export function PauseAgents() {
  const t = useTranslations('settings.pauseAgents')
  const { board, mayWrite } = useBoardSettings()
  const [open, setOpen] = useState(false)
  const paused = board.agentsPaused
  if (!mayWrite && !paused) return null
  return (
    <Part title={t('title')} intro={paused ? t('paused', { reason: paused.reason }) : t('intro')}>
      {mayWrite && (paused ? <Resume /> : <Button onClick={() => setOpen(true)}>{t('begin')}</Button>)}
      <Dialog open={open} onClose={() => setOpen(false)} title={t('title')}>
        <PauseForm onDone={() => setOpen(false)} />
      </Dialog>
    </Part>
  )
}

function Resume() {
  const t = useTranslations('settings.pauseAgents')
  const { board } = useBoardSettings()
  const resume = useResumeAgents()
  return <Button onClick={() => void resume(board.id)}>{t('resume')}</Button>
}

function PauseForm({ onDone }: { onDone: () => void }) {
  const t = useTranslations('settings.pauseAgents')
  const { board } = useBoardSettings()
  const form = useForm(async ({ reason = '', stop }) => {
    await api.call('board.update', { boardId: board.id, agentsPaused: { reason, stop: stop !== undefined } })
    await rereadOutline(board.id)
    onDone()
  })
  return (
    <form className="grid gap-4 p-4" onSubmit={form.submit}>
      <Field
        label={t('reason')}
        hint={t('reasonHint')}
        name="reason"
        required
        maxLength={500}
        autoComplete="off"
        problem={form.problemOf('agentsPaused')}
      />
      <label className="flex items-start gap-2">
        <input type="checkbox" name="stop" className={classes('mt-0.5', tickClasses)} />
        <Explained name={t('stop')} about={t('stopHint')} />
      </label>
      <Problem text={form.problem} />
      <Button type="submit" variant="primary" busy={form.busy} className="justify-self-end">
        {t('pause')}
      </Button>
    </form>
  )
}
