// Everything that generated entities import (templates/). The templates are text, so only this file tells the compiler
// and knip of these imports. A product without entities keeps the code that its next entity will need. A test compares
// it with the generated code.
export { dbContext, platformContext, viewerContext } from "#app/context.ts";
export type { Database } from "#app/core/db/client.server.ts";
export { id, timestamp, timestamps } from "#app/core/db/columns.ts";
export { owned, rowsOf, rowsOfAllOwners, rowsOfOwner, writable } from "#app/core/db/owned.ts";
export { sharedTable } from "#app/core/db/shared-table.ts";
export { totalOf } from "#app/core/db/totals.server.ts";
export {
  type ConstraintRules,
  type FieldValues,
  refuseViolations,
  type Written,
} from "#app/core/db/written.ts";
export { formForAnother, formKey, wantsAnother } from "#app/core/forms/add-another.ts";
export { AnyFieldChanged } from "#app/core/forms/changed-meanwhile.tsx";
export { CheckboxField } from "#app/core/forms/checkbox-field.tsx";
export { columnsOf } from "#app/core/forms/columns-of.ts";
export { CreateButtons } from "#app/core/forms/create-buttons.tsx";
export { DateField } from "#app/core/forms/date-field.tsx";
export { DeletedRowNotice } from "#app/core/forms/deleted-row-notice.tsx";
export {
  checkbox,
  day,
  decimal,
  integer,
  optional,
  optionalLines,
  optionalText,
  reference,
  requiredLines,
  requiredText,
} from "#app/core/forms/fields.ts";
export { parseForm, rejectForm } from "#app/core/forms/form.server.ts";
export { FormHeading } from "#app/core/forms/form-heading.tsx";
export { LeaveQuestion } from "#app/core/forms/leave-question.tsx";
export { originalValues } from "#app/core/forms/original-values.ts";
export { OriginalValuesField } from "#app/core/forms/original-values-field.tsx";
export { revalidateAfterConflict } from "#app/core/forms/revalidate-after-conflict.ts";
export { newRowId } from "#app/core/forms/row-id.ts";
export { RowIdField } from "#app/core/forms/row-id-field.tsx";
export { SaveButtons } from "#app/core/forms/save-buttons.tsx";
export { SelectField } from "#app/core/forms/select-field.tsx";
export { TextAreaField } from "#app/core/forms/text-area-field.tsx";
export { FieldErrors, TextField } from "#app/core/forms/text-field.tsx";
export { tryWrite } from "#app/core/forms/try-write.server.ts";
export { type FormResult, useFormResult } from "#app/core/forms/use-form-result.ts";
export { redirectWithMessage } from "#app/core/http/flash.server.ts";
export { dateFormat, numberFormat } from "#app/core/i18n/formats.ts";
export { timeFromNow } from "#app/core/i18n/time-formatter.server.ts";
export { useI18n } from "#app/core/i18n/use-i18n.ts";
export { comparisonKey } from "#app/core/lib/comparison-key.ts";
export { DAY } from "#app/core/lib/durations.ts";
export type { Slice, SliceRules } from "#app/core/lib/slice.ts";
export { Choices } from "#app/core/lists/choices.tsx";
export { parseCursor, rowKeys } from "#app/core/lists/cursor.ts";
export { EmptyList } from "#app/core/lists/empty-list.tsx";
export { ListOrders, ListSearchForm } from "#app/core/lists/list-controls.tsx";
export { ListHeading } from "#app/core/lists/list-heading.tsx";
export { listIndexes } from "#app/core/lists/list-indexes.ts";
export { backToList, fromList, keepList } from "#app/core/lists/list-place.ts";
export { type Listing, type ListSearch, listSearchOf, sortsOf } from "#app/core/lists/listing.ts";
export { LoadMore } from "#app/core/lists/load-more.tsx";
export { type Orders, orderedPage, readOrder } from "#app/core/lists/order.server.ts";
export type { Page } from "#app/core/lists/page.ts";
export { readList } from "#app/core/lists/read-list.server.ts";
export { ResultTable } from "#app/core/lists/result-table.tsx";
export { FOUND, isFound, searchPage } from "#app/core/lists/search/search.server.ts";
export { SearchForm } from "#app/core/lists/search/search-form.tsx";
export { listSearch } from "#app/core/lists/selection/selected-rows.ts";
export { CellText } from "#app/core/lists/table.tsx";
export { useLoadMore } from "#app/core/lists/use-load-more.ts";
export { usePageFetcher } from "#app/core/lists/use-page-fetcher.ts";
export { readListView } from "#app/core/lists/view/list-view.server.ts";
export { readCached } from "#app/core/read-cache/read-cached.server.ts";
export { BackLink, FROM_LIST } from "#app/core/ui/back-link.tsx";
export { ButtonLink, SubmitButton } from "#app/core/ui/button.tsx";
export { Day } from "#app/core/ui/day.tsx";
export { DeleteDialog } from "#app/core/ui/dialog/delete-dialog.tsx";
export { EmptyState } from "#app/core/ui/empty-state.tsx";
export { FactList } from "#app/core/ui/fact-list.tsx";
export { ItemActions } from "#app/core/ui/menu/item-actions.tsx";
export { MenuLink } from "#app/core/ui/menu/more-menu.tsx";
export { Moment } from "#app/core/ui/moment.tsx";
export { PageTitle } from "#app/core/ui/page-title.tsx";
export { StretchedLink } from "#app/core/ui/stretched-link.tsx";
export { type Actor, currentActor } from "#app/identity/audit/audit.server.ts";
export type { Audited } from "#app/identity/audit/audited.server.ts";
export { authorize, restoreRefused } from "#app/identity/auth/authorize.server.ts";
export { ownRowsAtHome } from "#app/identity/auth/own-rows-at-home.server.ts";
export { OwnRowsAtHome, type OwnRowsPart } from "#app/identity/auth/own-rows-at-home.tsx";
export { isBanned, notBanned } from "#app/identity/ban/ban.server.ts";
export { readLink, readLinked, writeLink } from "#app/identity/link/link.server.ts";
export { LinkPage } from "#app/identity/link/link-page.tsx";
export { LinkedPage } from "#app/identity/link/linked-page.tsx";
export { requirePermission, requirePermissionInParallel } from "#app/identity/middleware/guards.ts";
export { readOwn } from "#app/identity/session/session.server.ts";
export { entriesFor, type ManagerNavigation, type ReaderNavigation } from "#app/identity/shell/navigation.ts";
export { users } from "#app/identity/tables/users.ts";
export { createRow } from "#app/identity/write/create-row.server.ts";
export {
  deleteRow,
  findDeletedOwnRow,
  findDeletedRow,
  lastValueOf,
} from "#app/identity/write/deleted-rows.server.ts";
export { updateRow } from "#app/identity/write/update-row.server.ts";
export { pagesClosedTo, pathOrHome } from "#app/page-permissions.ts";
export { can, rolesThat } from "#app/permissions.ts";
export { addEntity } from "#app/slices/api/entity-operations.server.ts";
export type { ApiEnv } from "#app/slices/api/env.ts";
export {
  answeredDocument,
  answeredPicture,
  documentSchema,
  pictureSchema,
} from "#app/slices/api/files.server.ts";
export { listQuery } from "#app/slices/api/list-query.server.ts";
export { nextPage } from "#app/slices/api/next-page.server.ts";
export { after, idParameter, iso, listOf, operation, time } from "#app/slices/api/operation.server.ts";
export { addOwnEntity, ownRows } from "#app/slices/api/own-operations.server.ts";
export { fieldsIn } from "#app/slices/api/row-operations.server.ts";
export { readOrganisation, requirePermissionIn } from "#app/slices/organisation/membership.server.ts";
export { canIn } from "#app/slices/organisation/organisation-roles.ts";
export {
  addOrganisationEntity,
  organisationRows,
} from "#app/slices/organisation/organisation-rows-api.server.ts";
export {
  ownedByOrganisation,
  type RowsOfOrganisation,
  rowsIn,
  rowsOfOrganisation,
} from "#app/slices/organisation/owned-by-organisation.ts";
export { organisations } from "#app/slices/organisation/tables/organisations.table.ts";
export { writableRowsIn } from "#app/slices/organisation/writable-rows.server.ts";
export { RowDocument, type ShownDocument } from "#app/slices/upload/document-link.tsx";
export { DocumentPage } from "#app/slices/upload/document-page.tsx";
export { DOCUMENT_TYPES } from "#app/slices/upload/document-types.ts";
export { findDocumentOf, sendDocument } from "#app/slices/upload/documents.server.ts";
export { addFileOperations } from "#app/slices/upload/file-api.server.ts";
export type { DocumentKind, PictureKind } from "#app/slices/upload/file-kind.ts";
export { PicturePage } from "#app/slices/upload/picture-page.tsx";
export { PICTURE_TYPES } from "#app/slices/upload/picture-types.ts";
export { placeOfPicture, withThumbnails } from "#app/slices/upload/pictures.server.ts";
export { fileOwner, rowWithFiles } from "#app/slices/upload/row-files.server.ts";
export { LargePicture, Thumbnail } from "#app/slices/upload/row-pictures.tsx";
export { limitOf } from "#app/slices/upload/save-file.server.ts";
export { type ChangedFile, changeFile, sendFile } from "#app/slices/upload/upload-page.server.ts";
export {
  check,
  checkRefused,
  checkShown,
  inEveryAppearance,
  JOURNEY_VARIANTS,
} from "#tests/e2e/appearances.ts";
export { expect, openMore, test } from "#tests/e2e/fixtures.ts";
export type { AccessRules, Target } from "#tests/support/access.ts";
export { ApiCaller } from "#tests/support/api-caller.ts";
export { type DescribedOperation, readApiDocument } from "#tests/support/api-document.ts";
export { codeOf } from "#tests/support/api-problem.ts";
export { expectRefused } from "#tests/support/api-rules.ts";
export { validBody } from "#tests/support/api-samples.ts";
export { addAccessToken } from "#tests/support/api-tokens.ts";
export { DAILY, EVERY_15_MINUTES, runCron } from "#tests/support/cron.ts";
export { describeLink } from "#tests/support/links.ts";
export { describeList } from "#tests/support/lists.ts";
export { describeCreateForm } from "#tests/support/manager-rules.ts";
export { organisationWithPeople } from "#tests/support/organisation-people.ts";
export { addInvitation, addMember, addOrganisation } from "#tests/support/organisations.ts";
export { addUser } from "#tests/support/people.ts";
export { someone } from "#tests/support/someone.ts";
export { textsIn } from "#tests/support/texts.ts";
export {
  documentAddresses,
  keptObjects,
  pictureAddresses,
  pictureFile,
  postFile,
  textFile,
} from "#tests/support/upload-files.ts";
export { databaseCost, Visitor } from "#tests/support/visitor.ts";
export { startTestWorker, type TestWorker } from "#tests/support/worker.ts";
