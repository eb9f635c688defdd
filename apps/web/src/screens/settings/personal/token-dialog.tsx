import type { Actor } from '@tandem/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTimeZone, useTranslations } from 'use-intl'
import { api } from '../../../api/client.ts'
import { mcpUrlQuery } from '../../../api/mcp-url-query.ts'
import { meQuery } from '../../../api/queries.ts'
import { queryClient } from '../../../api/query-client.ts'
import { agentsQuery, tokensQuery } from '../../../api/settings-queries.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { DateField } from '../../../ui/form/date-field.tsx'
import { Field } from '../../../ui/form/field.tsx'
import { Problem, useForm } from '../../../ui/form/form.tsx'
import { ScrolledForm } from '../../../ui/form/scrolled-form.tsx'
import { Select } from '../../../ui/form/select.tsx'
import { useMinute } from '../../../ui/time.tsx'
import { SecretOnce } from '../secret-once.tsx'
import { BoardPicker } from './board-picker.tsx'
import { type ExpiryChoice, earliestExpiry, expiryAt, expiryChoices } from './expiry.tsx'
import { leashTo, presets, ScopePicker } from './scopes.tsx'

/** Creates a token: its label, its actor, its scopes, boards and lifetime. Then shows its secret once. */
export function TokenDialog({ agent, onClose }: { agent?: Actor; onClose: () => void }) {
  const t = useTranslations('settings.tokens')
  const [secret, setSecret] = useState<string | null>(null)
  const { data: address = '' } = useQuery(mcpUrlQuery)
  return (
    <Dialog size="tall" onClose={onClose} title={secret === null ? t('new') : t('made')}>
      {secret === null ? (
        <TokenForm agent={agent} onMade={setSecret} />
      ) : (
        <div className="grid gap-4 p-4">
          <SecretOnce label={t('secret')} text={secret}>
            {t('once')}
          </SecretOnce>
          <p className="text-ink-2">{t('how', { address })}</p>
          <Button onClick={onClose} className="justify-self-end">
            {t('done')}
          </Button>
        </div>
      )}
    </Dialog>
  )
}

function TokenForm({ agent, onMade }: { agent: Actor | undefined; onMade: (secret: string) => void }) {
  const t = useTranslations('settings.tokens')
  const me = useQuery(meQuery).data
  const agents = (useQuery(agentsQuery).data ?? []).filter((one) => one.deactivatedAt === null)
  const [actorId, setActorId] = useState(agent?.id ?? '')
  const [scopes, setScopes] = useState<readonly string[]>(presets.work)
  const [boards, setBoards] = useState<readonly string[] | null>(null)
  const [expiry, setExpiry] = useState<ExpiryChoice>('quarter')
  const [until, setUntil] = useState<string | null>(null)
  const timeZone = useTimeZone() ?? 'UTC'
  const now = useMinute()
  const form = useForm(async ({ label = '' }) => {
    const made = await api.call('token.create', {
      label,
      scopes: [...scopes, ...(boards ?? []).map(leashTo)],
      expiresAt: expiryAt(expiry, until ?? '', new Date(), timeZone),
      ...(actorId !== '' && { actorId }),
    })
    await queryClient.invalidateQueries({ queryKey: tokensQuery.queryKey })
    if (made.token !== null) onMade(made.token)
  })
  const isLacking = scopes.length === 0 || boards?.length === 0 || (expiry === 'date' && until === null)
  return (
    <ScrolledForm
      onSubmit={form.submit}
      footer={
        <Button type="submit" variant="primary" busy={form.busy} disabled={isLacking}>
          {t('create')}
        </Button>
      }
    >
      <Field
        label={t('label')}
        hint={t('labelHint')}
        name="label"
        required
        maxLength={100}
        autoComplete="off"
        defaultValue={agent?.name}
        problem={form.problemOf('label')}
      />
      <Select
        label={t('as')}
        value={actorId}
        onChange={setActorId}
        choices={[['', t('asMe', { name: me?.name ?? '' })], ...agents.map((one) => [one.id, one.name] as const)]}
      />
      <ScopePicker scopes={scopes} onChange={setScopes} />
      <BoardPicker boards={boards} onChange={setBoards} />
      <Select
        label={t('expiry')}
        value={expiry}
        onChange={(chosen) => setExpiry(expiryChoices.find((one) => one === chosen) ?? 'quarter')}
        choices={expiryChoices.map((one) => [one, t(`expiries.${one}`)])}
      />
      {expiry === 'date' && (
        <DateField
          label={t('untilDate')}
          day={until}
          placeholder={t('chooseDate')}
          earliest={earliestExpiry(now, timeZone)}
          problem={form.problemOf('expiresAt')}
          onPick={setUntil}
        />
      )}
      <Problem text={form.problem ?? form.problemOf('scopes') ?? form.problemOf('actorId')} />
    </ScrolledForm>
  )
}
