import type { RouterOutputs } from "@countinghouse/api";
import { FILE_STAGES, type FileStage } from "@countinghouse/validators/files/rules";
import { trpc } from "@/api/client.ts";
import { integerParam, oneOfParam, textParam, useParams } from "@/lib/search-params.ts";

export type UserFiles = RouterOutputs["files"]["list"];
export type UserFile = UserFiles["userFiles"][number];

const LARGEST_ID = 2_147_483_647;

const filterParams = {
  type: textParam,
  application: integerParam,
  stage: oneOfParam(FILE_STAGES).withDefault("funded"),
};

export type FilesFilter = { type: string | null; applicationId: number | null; stage: FileStage };

/** Which files are listed, kept in the address; table and drawer share it. */
export function useFilesFilter(): [FilesFilter, (changes: Partial<FilesFilter>) => void] {
  const [{ type, application, stage }, setParams] = useParams(filterParams);
  const isId = application !== null && application > 0 && application <= LARGEST_ID;
  const filter = { type: type?.slice(0, 40) || null, applicationId: isId ? application : null, stage };
  const change = ({ applicationId, ...rest }: Partial<FilesFilter>) =>
    setParams(
      { ...rest, ...(applicationId !== undefined && { application: applicationId }) },
      { history: "push" },
    );
  return [filter, change];
}

/** The files that fit the filter. While others are fetched the earlier ones stay. */
export function useUserFiles(userId: number, enabled: boolean) {
  const [filter] = useFilesFilter();
  return trpc.files.list.useQuery({ userId, ...filter }, { enabled, placeholderData: (earlier) => earlier });
}
