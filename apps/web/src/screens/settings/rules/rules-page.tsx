import type { Rule } from '@tandem/contract'
import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { rulesQuery } from '../../../api/automation-queries.ts'
import { isLost } from '../../../api/failure.ts'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { PagePending } from '../../../ui/spinner.tsx'
import { AreaTexts } from '../../../ui/text/area-texts.tsx'
import { BackLink, useItem } from '../automation/item.tsx'
import { useBoardSettings } from '../board-context.ts'
import { Page } from '../page.tsx'
import { type Definition, emptyRule } from './draft.ts'
import { RuleEditor } from './rule-editor.tsx'
import { PausedNote, RuleList, RuleMenu, RuleSwitch } from './rule-list.tsx'
import { RuleSentence } from './rule-words.tsx'
import { RunsPart } from './runs-part.tsx'
import { useStarters } from './starters.ts'

/** The rules of the board. */
export function RulesPage() {
  return (
    <AreaTexts area="automation">
      <Rules />
    </AreaTexts>
  )
}

const newOne = 'new'

function Rules() {
  const { board, mayManage } = useBoardSettings()
  const { item } = useItem()
  const rules = useQuery(rulesQuery(board.id))
  if (isLost(rules)) return <ErrorState level="h1" failure={rules.error} onRetry={() => rules.refetch()} />
  if (!rules.data) return <PagePending />
  if (item === undefined) return <AllRules rules={rules.data} />
  if (item === newOne && mayManage) return <NewRule />
  const rule = rules.data.find(({ id }) => id === item)
  return rule ? <OneRule key={rule.id} rule={rule} /> : <MissingRule />
}

function AllRules({ rules }: { rules: readonly Rule[] }) {
  const t = useTranslations('automation')
  const { isAdmin, mayManage } = useBoardSettings()
  const { open } = useItem()
  const add = mayManage && (
    <Button variant="primary" onClick={() => void open(newOne)}>
      <Plus size={15} aria-hidden /> {t('rules.new')}
    </Button>
  )
  return (
    <Page title={t('rules.title')} intro={t('rules.intro')} action={rules.length > 0 && add}>
      {rules.length === 0 ? (
        <EmptyState title={t('rules.emptyTitle')} action={add}>
          {isAdmin ? t('rules.emptyText') : t('rules.emptyForOthers')}
        </EmptyState>
      ) : (
        <RuleList rules={rules} />
      )}
    </Page>
  )
}

/** Offers common rules instead of an empty form. */
function NewRule() {
  const t = useTranslations('automation')
  const { open } = useItem()
  const starters = useStarters()
  const [first, setFirst] = useState<{ at: number; rule: Definition }>({ at: -1, rule: emptyRule })
  return (
    <>
      <BackLink>{t('rules.all')}</BackLink>
      <Page title={t('rules.new')}>
        <div className="mb-4 flex flex-wrap items-center gap-1.5">
          <span className="text-ink-3 text-sm">{t('rules.startWith')}</span>
          {starters.map((rule, at) => (
            <Button key={rule.name} size="sm" aria-pressed={first.at === at} onClick={() => setFirst({ at, rule })}>
              {rule.name}
            </Button>
          ))}
        </div>
        <RuleEditor
          key={first.at}
          rule={null}
          first={first.rule}
          onSaved={(rule) => void open(rule.id, { replace: true })}
          onCancel={() => void open()}
        />
      </Page>
    </>
  )
}

function OneRule({ rule }: { rule: Rule }) {
  const t = useTranslations('automation')
  const { mayManage } = useBoardSettings()
  const { open } = useItem()
  return (
    <>
      <BackLink>{t('rules.all')}</BackLink>
      <Page
        title={rule.name}
        intro={<PausedNote rule={rule} />}
        action={
          <div className="flex items-center gap-2">
            <span aria-hidden className="text-ink-2">
              {t(rule.enabled ? 'rules.isOn' : 'rules.isOff')}
            </span>
            <RuleSwitch rule={rule} />
            <RuleMenu rule={rule} />
          </div>
        }
      >
        {mayManage ? (
          <RuleEditor rule={rule} first={rule} onSaved={() => {}} onCancel={() => void open()} />
        ) : (
          <p className="text-md">
            <RuleSentence rule={rule} />
          </p>
        )}
        <div className="mt-8">
          <RunsPart rule={rule} />
        </div>
      </Page>
    </>
  )
}

function MissingRule() {
  const t = useTranslations('automation')
  return (
    <EmptyState level="h1" title={t('rules.missing')} action={<BackLink>{t('rules.all')}</BackLink>}>
      {t('rules.missingText')}
    </EmptyState>
  )
}
