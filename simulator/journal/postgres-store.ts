import type { JournalStore } from './journal-store.ts'
export async function openPostgres(_place: string, _report: (line: string) => void): Promise<JournalStore> {
  throw new Error('stub')
}
