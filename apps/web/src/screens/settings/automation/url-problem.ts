import { useTranslations } from 'use-intl'

const kinds = [
  ['private', /private, local or reserved/],
  ['port', /port that is not allowed/],
  ['credentials', /carries credentials/],
] as const

/** Why the guard of outbound calls refuses an address, in the words of whoever reads; what it says of others stands as it is. */
export function useUrlProblem(): (problem: string | null) => string | null {
  const t = useTranslations('automation.urlProblems')
  return (problem) => {
    const kind = problem === null ? undefined : kinds.find(([, pattern]) => pattern.test(problem))?.[0]
    return kind ? t(kind) : problem
  }
}
