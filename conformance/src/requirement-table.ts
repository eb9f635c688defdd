/** A rule of the specification: where it stands, and what must be so. */
export type Requirement = { source: string; rule: string }
export type RequirementTable = Record<string, Requirement>
