// Modes of the scheduled events of each group: at once, at their time, or only on request.

import { type automationGroups, automationModes } from '../../spec/control/values.ts'

export type AutomationMode = (typeof automationModes)[number]
export type AutomationGroup = (typeof automationGroups)[number]

/** Modes by group; `clock` by default. */
export type Automation = Readonly<Partial<Record<AutomationGroup, AutomationMode>>>

/** The modes that a group can have. A renewal or reminder schedules the next one, so `auto` would never end. */
export function modesOf(group: AutomationGroup): readonly AutomationMode[] {
  return group === 'renewals' || group === 'reminders' ? ['clock', 'manual'] : automationModes
}
