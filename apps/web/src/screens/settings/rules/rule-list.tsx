import type { Rule } from '@tandem/contract'
import { Copy, Ellipsis, PauseCircle, Trash2, Zap } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { rulesQuery } from '../../../api/automation-queries.ts'
import { queryClient } from '../../../api/query-client.ts'
import { useWrite } from '../../../mutations/use-write.ts'
import { IconButton } from '../../../ui/button.tsx'
import { classes } from '../../../ui/classes.ts'
import { Menu, MenuItem } from '../../../ui/menu.tsx'
import { ItemLink, useItem } from '../automation/item.tsx'
import { Switch } from '../automation/switch.tsx'
import { useBoardSettings } from '../board-context.ts'
import { ConfirmDialog } from '../confirm-dialog.tsx'
import { Rows } from '../page.tsx'
import { useReasonWords } from './reason-words.ts'
import { RuleSentence } from './rule-words.tsx'

/** All rules of the board: their effects, and whether they are active. */
export function RuleList({ rules }: { rules: readonly Rule[] }) {
  const t = useTranslations('automation')
  return (
    <Rows label={t('rules.title')}>
      {rules.map((rule) => (
        <RuleRow key={rule.id} rule={rule} />
      ))}
    </Rows>
  )
}

function RuleRow({ rule }: { rule: Rule }) {
  return (
    <li className="relative flex items-start gap-3 bg-surface px-3 py-2.5 hover:bg-hover">
      <Zap size={16} aria-hidden className={classes('mt-0.5 shrink-0', rule.enabled ? 'text-accent' : 'text-ink-3')} />
      <div className="min-w-0 flex-1">
        <ItemLink item={rule.id} className="font-medium text-md after:absolute after:inset-0">
          {rule.name}
        </ItemLink>
        <p className="line-clamp-3 break-words text-sm">
          <RuleSentence rule={rule} />
        </p>
        <PausedNote rule={rule} />
      </div>
      <div className="relative flex shrink-0 items-center gap-1">
        <RuleSwitch rule={rule} />
        <RuleMenu rule={rule} />
      </div>
    </li>
  )
}

/** The service switched it off: shows the reason, and how to fix it. */
export function PausedNote({ rule: { pausedReason, pausedWhy } }: { rule: Rule }) {
  const t = useTranslations('automation')
  const reason = useReasonWords()
  if (pausedReason === null) return null
  return (
    <p className="mt-1 flex items-start gap-1.5 text-danger text-sm">
      <PauseCircle size={14} aria-hidden className="mt-0.5 shrink-0" />
      <span>{t('rules.paused', { reason: reason(pausedReason, pausedWhy) })}</span>
    </p>
  )
}

export function RuleSwitch({ rule }: { rule: Rule }) {
  const t = useTranslations('automation')
  const { mayManage } = useBoardSettings()
  const write = useWrite()
  const { queryKey } = rulesQuery(rule.boardId)
  const turn = async (enabled: boolean) => {
    const show = () => {
      queryClient.setQueryData(queryKey, (rules) => rules?.map((one) => (one.id === rule.id ? { ...one, enabled } : one)))
      return () => void queryClient.invalidateQueries({ queryKey })
    }
    await write('rule.update', { ruleId: rule.id, enabled }, { failed: 'edit', show })
    await queryClient.invalidateQueries({ queryKey })
  }
  return <Switch label={t('rules.on', { name: rule.name })} on={rule.enabled} disabled={!mayManage} onChange={(on) => void turn(on)} />
}

export function RuleMenu({ rule }: { rule: Rule }) {
  const t = useTranslations('automation')
  const { mayManage } = useBoardSettings()
  const { open } = useItem()
  const write = useWrite()
  const [deleting, setDeleting] = useState(false)
  const { queryKey } = rulesQuery(rule.boardId)
  const duplicate = async () => {
    const { boardId, trigger, conditions, actions } = rule
    const name = t('rules.copyOf', { name: rule.name }).slice(0, 200)
    const made = await write('rule.create', { boardId, name, trigger, conditions, actions, enabled: false }, { failed: 'edit' })
    await queryClient.invalidateQueries({ queryKey })
    if (made) await open(made.answer.id)
  }
  const remove = async () => {
    const gone = await write('rule.delete', { ruleId: rule.id }, { failed: 'edit' })
    await queryClient.invalidateQueries({ queryKey })
    if (gone) await open()
  }
  if (!mayManage) return null
  return (
    <>
      <Menu trigger={<IconButton label={t('rules.menu', { name: rule.name })} icon={<Ellipsis size={16} aria-hidden />} />}>
        <MenuItem icon={<Copy size={16} aria-hidden />} onClick={() => void duplicate()}>
          {t('rules.duplicate')}
        </MenuItem>
        <MenuItem danger icon={<Trash2 size={16} aria-hidden />} onClick={() => setDeleting(true)}>
          {t('rules.delete')}
        </MenuItem>
      </Menu>
      {deleting && (
        <ConfirmDialog
          title={t('rules.deleteOf', { name: rule.name })}
          action={t('rules.delete')}
          onConfirm={remove}
          onClose={() => setDeleting(false)}
        >
          <p>{t('rules.deleteText')}</p>
        </ConfirmDialog>
      )}
    </>
  )
}
