import type { Integration, PluginManifest } from '@tandem/contract'
import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { api } from '../../../api/client.ts'
import { valueChangedIn } from '../../../api/failure.ts'
import { queryClient } from '../../../api/query-client.ts'
import { useWrite } from '../../../mutations/use-write.ts'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/form/field.tsx'
import { Problem, useForm } from '../../../ui/form/form.tsx'
import { useEdits } from '../../../ui/form/use-edits.ts'
import { useOvertaken } from '../../../ui/form/use-overtaken.tsx'
import { Overtaken } from '../../../ui/text/overtaken.tsx'
import { BackLink, useItem } from '../automation/item.tsx'
import { Switch } from '../automation/switch.tsx'
import { useBoardSettings } from '../board-context.ts'
import { ConfirmDialog } from '../confirm-dialog.tsx'
import { Page, Part } from '../page.tsx'
import { SaveLine } from '../save-line.tsx'
import { ConfigFields, useConfigEdit } from './config-form.tsx'
import { PeoplePart } from './people-part.tsx'
import { isRecord, nameOf, type Schema } from './schema.ts'
import { SecretsPart } from './secrets-part.tsx'
import { useIntegrationStanding, useSubscription } from './standing.ts'

type Props = { integration: Integration; manifest: PluginManifest | undefined }

/** One integration: its state, its settings, and its removal. */
export function IntegrationPage({ integration, manifest }: Props) {
  const t = useTranslations('automation.integrations')
  const { isAdmin, mayManage } = useBoardSettings()
  const standing = useIntegrationStanding(integration)
  return (
    <>
      <BackLink>{t('back')}</BackLink>
      <Page
        title={integration.name}
        intro={<span className={standing.isBad ? 'text-danger' : undefined}>{standing.text}</span>}
        action={<StatusSwitch integration={integration} />}
      >
        {mayManage ? (
          <>
            <Part title={t('settings')} intro={manifest?.description}>
              <ConfigPart integration={integration} manifest={manifest} />
            </Part>
            <SecretsPart integration={integration} manifest={manifest} />
          </>
        ) : (
          <p className="text-ink-2">{manifest?.description ?? integration.type}</p>
        )}
        {isAdmin && (
          <>
            <Hearing integration={integration} />
            <PeoplePart integration={integration} />
            <End integration={integration} />
          </>
        )}
      </Page>
    </>
  )
}

const refresh = (boardId: string) =>
  Promise.all(
    [
      ['integrations', boardId],
      ['webhooks', boardId],
    ].map((queryKey) => queryClient.invalidateQueries({ queryKey })),
  )

/** Also off while its subscription is: paused by a member, or switched off after failures. */
function StatusSwitch({ integration }: { integration: Integration }) {
  const { id: integrationId, boardId, name, status } = integration
  const t = useTranslations('automation.integrations')
  const { mayManage } = useBoardSettings()
  const hears = useSubscription(integration)?.active ?? true
  const write = useWrite()
  const turn = async (on: boolean) => {
    await write('integration.update', { boardId, integrationId, status: on ? 'active' : 'disabled' }, { failed: 'edit' })
    await refresh(boardId)
  }
  const on = status === 'active' && hears
  return (
    // For a finger the switch is higher than the title, and level with it.
    <div className="flex items-center gap-3 pointer-coarse:-my-2">
      {!on && mayManage && (
        <Button data-commands variant="primary" onClick={() => void turn(true)}>
          {t('switchOn')}
        </Button>
      )}
      <span className="flex items-center gap-2">
        <span aria-hidden className="text-ink-2">
          {t(on ? 'isOn' : 'isOff')}
        </span>
        <Switch label={t('on', { name })} on={on} disabled={!mayManage} onChange={(next) => void turn(next)} />
      </span>
    </div>
  )
}

function ConfigPart({ integration, manifest }: Props) {
  const t = useTranslations('automation.integrations')
  const { id: integrationId, boardId } = integration
  const edit = useConfigEdit(manifest, integration.config)
  const edits = useEdits({ name: integration.name, inboundUrl: integration.inboundUrl ?? '' })
  const guarded = useOvertaken(edits, () => refresh(boardId))
  const [theirs, setTheirs] = useState<Record<string, unknown> | null>(null)
  const [saved, setSaved] = useState(false)
  const forget = () => {
    setTheirs(null)
    edits.forget()
    edit.forget()
  }
  const form = useForm(async () => {
    const config = edit.isChanged ? edit.check() : null
    const { name, inboundUrl } = edits.changed
    const input = {
      boardId,
      integrationId,
      ...(name !== undefined && { name, ifName: edits.began.name }),
      ...(inboundUrl !== undefined && { inboundUrl, ifInboundUrl: edits.began.inboundUrl }),
      ...(config && { config, ifConfig: edit.began }),
    }
    const isOfConfig = (failure: unknown) => {
      const now = valueChangedIn(failure, 'config')
      if (isRecord(now)) setTheirs(now)
      return isRecord(now)
    }
    if (!(await guarded.send(() => api.call('integration.update', input), isOfConfig))) return
    setTheirs(null)
    edits.finish(edits.values)
    if (config) edit.end(config)
    setSaved(true)
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    if (edit.check()) form.submit(event)
    else event.preventDefault()
  }
  return (
    <form className="grid max-w-xl gap-4" onSubmit={submit}>
      <Field
        label={t('name')}
        required
        maxLength={200}
        value={edits.values.name}
        onChange={(event) => edits.set('name', event.target.value)}
        problem={form.problemOf('name')}
      />
      {guarded.notice('name')}
      <Field
        label={t('inboundUrl')}
        type="url"
        required
        maxLength={2_048}
        value={edits.values.inboundUrl}
        onChange={(event) => edits.set('inboundUrl', event.target.value)}
        problem={form.problemOf('inboundUrl')}
      />
      {guarded.notice('inboundUrl')}
      <ConfigFields manifest={manifest} edit={edit} />
      {theirs && edit.isChanged && (
        <Overtaken
          theirs={differenceOf(theirs, edit.began, manifest)}
          onMine={() => {
            edit.rebase(theirs)
            setTheirs(null)
          }}
          onTheirs={() => {
            edit.forget()
            setTheirs(null)
          }}
        />
      )}
      <Problem text={form.problem ?? form.problemOf('config')} />
      <SaveLine form={form} isChanged={edits.isChanged || edit.isChanged} isSaved={saved} onCancel={forget} />
    </form>
  )
}

/** The values that someone else has changed, one after the other. */
function differenceOf(theirs: Record<string, unknown>, began: Record<string, unknown>, manifest: PluginManifest | undefined): string {
  const schema: Schema = manifest?.configSchema ?? {}
  const keys = [...new Set([...Object.keys(theirs), ...Object.keys(began)])]
  const said = (value: unknown) => (typeof value === 'string' ? value : (JSON.stringify(value) ?? '–'))
  return keys
    .filter((key) => JSON.stringify(theirs[key]) !== JSON.stringify(began[key]))
    .map((key) => `${nameOf(key, schema.properties?.[key] ?? {})}: ${said(theirs[key])}`)
    .join(' · ')
}

/** Its event subscription, a webhook like others. */
function Hearing({ integration }: { integration: Integration }) {
  const t = useTranslations('automation.integrations')
  const { openOn } = useItem()
  const subscription = useSubscription(integration)
  if (!subscription) return null
  return (
    <Part title={t('hearing')} intro={t('hearingIntro')}>
      <Button onClick={() => void openOn('webhooks', subscription.id)}>{t('toDeliveries')}</Button>
    </Part>
  )
}

function End({ integration: { id: integrationId, boardId, name } }: { integration: Integration }) {
  const t = useTranslations('automation.integrations')
  const write = useWrite()
  const { open } = useItem()
  const [asking, setAsking] = useState(false)
  const remove = async () => {
    const gone = await write('integration.remove', { boardId, integrationId }, { failed: 'edit' })
    await refresh(boardId)
    if (gone) await open()
  }
  return (
    <Part title={t('end')} intro={t('endIntro')} danger>
      <Button variant="danger" onClick={() => setAsking(true)}>
        {t('remove')}
      </Button>
      {asking && (
        <ConfirmDialog title={t('removeOf', { name })} action={t('remove')} onConfirm={remove} onClose={() => setAsking(false)}>
          <p>{t('removeText')}</p>
        </ConfirmDialog>
      )}
    </Part>
  )
}
