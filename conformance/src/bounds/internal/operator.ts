import type { InternalBounds } from './internal-bounds.ts'

/** Commands of the operator. */
export const operator: InternalBounds = [
  {
    reason: 'Of commands of the operator, about their own installation.',
    bounds: [
      'write-skeleton.ts compared 40',
      'checks/database.ts compared 150000',
      'storage.ts compared 150000',
      'invariants.ts compared 10',
      'identity-providers.ts max 60',
      'make.ts limit 100',
      'keys.ts limit 100',
      'sign-in.ts atMostBytes',
      'erase.ts most',
      'sealed-secrets.ts limit 100',
    ],
  },
]
