import type { Integration, PluginManifest } from '@tandem/contract'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { api } from '../../../api/client.ts'
import { queryClient } from '../../../api/query-client.ts'
import { useWrite } from '../../../mutations/use-write.ts'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/form/field.tsx'
import { Problem, useForm } from '../../../ui/form/form.tsx'
import { Ago } from '../../../ui/time.tsx'
import { Part, Row, Rows } from '../page.tsx'
import { useSecretName } from './manifest-words.ts'

/** Secrets are written and never shown again: only which of them are set, and since when. */
export function SecretsPart({ integration, manifest }: { integration: Integration; manifest: PluginManifest | undefined }) {
  const t = useTranslations('automation.secrets')
  const [writing, setWriting] = useState<string | null>(null)
  const set = new Map(integration.secrets.map(({ name, setAt }) => [name, setAt]))
  const names = [...new Set([...(manifest?.secrets ?? []), ...set.keys()])]
  return (
    <Part title={t('title')} intro={t('intro')}>
      <div className="grid gap-3">
        {names.length > 0 && (
          <Rows label={t('title')}>
            {names.map((name) => (
              <SecretRow key={name} integration={integration} name={name} setAt={set.get(name)} onWrite={() => setWriting(name)} />
            ))}
          </Rows>
        )}
        {writing === null ? (
          !manifest && (
            <Button className="justify-self-start" onClick={() => setWriting('')}>
              {t('add')}
            </Button>
          )
        ) : (
          <SecretForm key={writing} integration={integration} name={writing} onEnd={() => setWriting(null)} />
        )}
      </div>
    </Part>
  )
}

type RowProps = { integration: Integration; name: string; setAt: string | undefined; onWrite: () => void }

function SecretRow({ integration: { id: integrationId, boardId }, name: key, setAt, onWrite }: RowProps) {
  const t = useTranslations('automation.secrets')
  const known = useSecretName()(key)
  const name = known ?? key
  const write = useWrite()
  const forget = async () => {
    await write('integration.secrets.put', { boardId, integrationId, [key]: null }, { failed: 'edit' })
    await queryClient.invalidateQueries({ queryKey: ['integrations', boardId] })
  }
  return (
    <Row
      title={known ?? <span className="font-mono text-sm">{key}</span>}
      facts={setAt === undefined ? t('missing') : <SetAt at={setAt} />}
    >
      <Button size="sm" aria-label={setAt === undefined ? t('setOf', { name }) : t('replaceOf', { name })} onClick={onWrite}>
        {setAt === undefined ? t('set') : t('replace')}
      </Button>
      {setAt !== undefined && (
        <Button size="sm" variant="quiet" aria-label={t('forgetOf', { name })} onClick={() => void forget()}>
          {t('forget')}
        </Button>
      )}
    </Row>
  )
}

function SetAt({ at }: { at: string }) {
  const t = useTranslations('automation.secrets')
  return (
    <span className="flex gap-1">
      {t('isSet')} <Ago at={at} />
    </span>
  )
}

function SecretForm({
  integration: { id: integrationId, boardId },
  name,
  onEnd,
}: {
  integration: Integration
  name: string
  onEnd: () => void
}) {
  const t = useTranslations('automation.secrets')
  const label = useSecretName()(name) ?? name
  const form = useForm(async ({ key = name, value = '' }) => {
    await api.call('integration.secrets.put', { boardId, integrationId, [key]: value })
    await queryClient.invalidateQueries({ queryKey: ['integrations', boardId] })
    onEnd()
  })
  return (
    <form className="grid max-w-md gap-3 rounded-lg border border-line bg-surface p-3" onSubmit={form.submit}>
      {name === '' && <Field label={t('name')} name="key" required autoFocus pattern="[A-Za-z][A-Za-z0-9_.\-]{0,63}" autoComplete="off" />}
      <Field
        label={name === '' ? t('value') : t('valueOf', { name: label })}
        name="value"
        type="password"
        required
        autoFocus={name !== ''}
        maxLength={8_192}
        autoComplete="new-password"
        problem={form.problemOf(name)}
      />
      <Problem text={form.problem} />
      <div className="flex justify-end gap-2">
        <Button variant="quiet" onClick={onEnd}>
          {t('cancel')}
        </Button>
        <Button type="submit" variant="primary" busy={form.busy}>
          {t('keep')}
        </Button>
      </div>
    </form>
  )
}
