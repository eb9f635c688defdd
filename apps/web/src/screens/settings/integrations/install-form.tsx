import type { OutputOf, PluginManifest } from '@tandem/contract'
import type { FormEvent } from 'react'
import { useTranslations } from 'use-intl'
import { api } from '../../../api/client.ts'
import { queryClient } from '../../../api/query-client.ts'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/form/field.tsx'
import { Problem, useForm } from '../../../ui/form/form.tsx'
import { useBoardSettings } from '../board-context.ts'
import { ConfigFields, useConfigEdit } from './config-form.tsx'

type Props = { manifest: PluginManifest | null; onInstalled: (answer: OutputOf<'integration.install'>) => void; onCancel: () => void }

export function InstallForm({ manifest, onInstalled, onCancel }: Props) {
  const t = useTranslations('automation.integrations')
  const { board } = useBoardSettings()
  const edit = useConfigEdit(manifest, {})
  const form = useForm(async ({ type = manifest?.type ?? '', name = '', inboundUrl = '' }) => {
    const answer = await api.call('integration.install', { boardId: board.id, type, name, inboundUrl, config: edit.check() ?? {} })
    await Promise.all(
      [
        ['integrations', board.id],
        ['webhooks', board.id],
        ['rules', board.id],
      ].map((queryKey) => queryClient.invalidateQueries({ queryKey })),
    )
    onInstalled(answer)
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    if (edit.check()) form.submit(event)
    else event.preventDefault()
  }
  return (
    <form aria-label={t('install')} className="grid gap-4 rounded-lg border border-line bg-surface p-4" onSubmit={submit}>
      {!manifest && (
        <Field
          label={t('type')}
          name="type"
          required
          autoFocus
          pattern="[a-z][a-z0-9-]{0,38}"
          hint={t('typeHint')}
          problem={form.problemOf('type')}
        />
      )}
      <Field label={t('name')} name="name" required maxLength={200} defaultValue={manifest?.name ?? ''} problem={form.problemOf('name')} />
      <Field
        label={t('inboundUrl')}
        name="inboundUrl"
        type="url"
        required
        maxLength={2_048}
        autoFocus={manifest !== null}
        placeholder={t('inboundUrlExample')}
        hint={t('inboundUrlHint')}
        problem={form.problemOf('inboundUrl')}
      />
      <ConfigFields manifest={manifest} edit={edit} />
      <Problem text={form.problem ?? form.problemOf('config')} />
      <div className="flex justify-end gap-2">
        <Button variant="quiet" onClick={onCancel}>
          {t('cancel')}
        </Button>
        <Button type="submit" variant="primary" busy={form.busy}>
          {t('install')}
        </Button>
      </div>
    </form>
  )
}
