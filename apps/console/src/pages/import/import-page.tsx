import { PageHeader } from "@/layout/page-header.tsx";
import { PAGE_TITLES } from "@/layout/page-titles.ts";
import { useWhyNot } from "@/layout/use-admin.ts";
import { param, useListParams } from "@/lib/list-params.ts";
import { Button } from "@/ui/button.tsx";
import { EmptyState } from "@/ui/states.tsx";
import { ImportDrop } from "./import-drop.tsx";
import { ImportJob } from "./import-job.tsx";
import { ImportList } from "./import-list.tsx";

const PARAMS = {
  /** The import that is open; without one files are dropped for a new one. */
  import: param.uuid,
};

/** Brings the book of another system: files, plan, import, report. */
export default function ImportPage() {
  const whyNot = useWhyNot("imports.manage");
  const { params, change } = useListParams(PARAMS);
  const { import: id } = params;
  return (
    <>
      <PageHeader
        title={PAGE_TITLES.import}
        actions={
          whyNot === null &&
          id !== null && <Button onClick={() => change({ import: null })}>All imports</Button>
        }
      />
      {whyNot !== null && <EmptyState title={whyNot} />}
      {whyNot === null && (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-(--section-gap)">
          {id === null ? (
            <>
              <ImportDrop importId={null} onAdded={(added) => change({ import: added })} />
              <ImportList onOpen={(opened) => change({ import: opened })} />
            </>
          ) : (
            <ImportJob key={id} id={id} />
          )}
        </div>
      )}
    </>
  );
}
